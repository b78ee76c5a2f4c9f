import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { EvmTransaction } from '../../src/anchors/evm/evm-transaction-entity.ts'
import { OtsStamp } from '../../src/anchors/opentimestamps/ots-stamp-entity.ts'
import { Admin } from '../../src/auth/admin-entity.ts'
import { IdempotentRequest } from '../../src/blog/idempotent-request-entity.ts'
import { openEmptyDatabase } from '../../testing/database.ts'

const hash = 'ab'.repeat(32)
const at = new Date('2026-11-22T23:00:00Z')

test('an upgrade keeps the data of renamed tables and columns', async () => {
  const database = await openEmptyDatabase()
  try {
    await database.migrate('Migration20261122230000_time_zone')
    const [adminId, batchId, anchorId, transactionId] = Array.from({ length: 4 }, () => randomUUID())
    const em = database.fork()
    const insert = (table: string, row: Record<string, unknown>) => {
      const places = Array(Object.keys(row).length).fill('?').join(', ')
      return em.execute(
        `insert into "${table}" ("${Object.keys(row).join('", "')}") values (${places})`,
        Object.values(row),
      )
    }
    await insert('admin', {
      id: adminId,
      username: 'ada',
      password_hash: hash,
      created_at: at,
      totp_secret: 'encrypted',
      totp_on_at: at,
      totp_step: 59,
    })
    await insert('blog_request', {
      admin_id: adminId,
      key: 'save-1',
      request_hash: hash,
      reply: '{"id":1}',
      created_at: at,
    })
    await insert('anchor_batch', { id: batchId, root: hash, leaf_count: 1, sealed_at: at })
    await insert('anchor', { id: anchorId, batch_id: batchId, kind: 'evm', created_at: at, updated_at: at })
    await insert('evm_transaction', {
      id: transactionId,
      anchor_id: anchorId,
      chain_id: 1,
      sender: `0x${'0'.repeat(40)}`,
      nonce: 7,
      created_at: at,
      retry_asked: true,
      given_up_at: at,
    })
    await insert('ots_stamp', { anchor_id: anchorId, tries: 5, failures: 2, next_try_at: at })

    await database.migrate()

    const after = database.fork()
    expect(await after.findOneOrFail(Admin, adminId ?? '')).toMatchObject({ totpEnabledAt: at, totpStep: 59 })
    expect(await after.find(IdempotentRequest, {})).toMatchObject([
      { adminId, key: 'save-1', requestHash: hash, response: '{"id":1}', createdAt: at },
    ])
    expect(await after.find(EvmTransaction, {})).toMatchObject([
      { id: transactionId, retryRequested: true, abandonedAt: at },
    ])
    expect(await after.find(OtsStamp, {})).toMatchObject([{ attempts: 5, failures: 2, nextAttemptAt: at }])
  } finally {
    await database.close()
  }
})
