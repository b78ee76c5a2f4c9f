import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openEmptyDatabase } from '../../testing/database.ts'

const fingerprint = 'ab'.repeat(32)
const zeros = '0'.repeat(64)

test('an upgrade erases the fingerprint and the commitment of leaves that were erased before, and of no other', async () => {
  const database = await openEmptyDatabase()
  try {
    await database.migrate('Migration20261122215103_chain_checks')
    const em = database.fork()
    const add = async (record: string | null) =>
      em.execute(
        `insert into "proof_leaf" ("id", "file_sha256", "record", "salt", "commitment", "leaf", "created_at")
         values (?, ?, ?, ?, ?, ?, now())`,
        [randomUUID(), fingerprint, record, record === null ? null : fingerprint, fingerprint, fingerprint],
      )
    await add(null)
    await add('{}')
    await database.migrate()
    const rows = await em.execute(
      `select "record", "file_sha256" as "sha256", "commitment", "leaf" from "proof_leaf" order by "record" nulls first`,
    )
    expect(rows).toEqual([
      { record: null, sha256: zeros, commitment: zeros, leaf: fingerprint },
      { record: '{}', sha256: fingerprint, commitment: fingerprint, leaf: fingerprint },
    ])
  } finally {
    await database.close()
  }
})
