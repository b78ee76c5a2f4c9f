import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../../src/platform/database/database.ts'
import { readChainIds } from '../../../../src/proofs/anchors/evm/evm-repository.ts'
import { buildEvmTransaction } from '../../../../testing/builders/evm-transaction.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import { sealRoot } from '../../../../testing/evm-stand.ts'

let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
})

afterEach(() => database.close())

test('returns the chain of each EVM anchor that was sent and not given up', async () => {
  const [moved, sent, unsent] = [await sealRoot(database), await sealRoot(database), await sealRoot(database)]
  await database.fork().transactional(async (em) => {
    buildEvmTransaction(em, moved.id, { nonce: 0, chainId: 1, abandonedAt: new Date() })
    buildEvmTransaction(em, moved.id, { nonce: 0, chainId: 137 })
    buildEvmTransaction(em, sent.id, { nonce: 0, chainId: 100 })
  })
  const anchors = [moved, sent, unsent].map(({ id }) => ({ id, kind: 'evm' }))
  const others = [{ id: 'other', kind: 'opentimestamps' }]
  const em = database.fork()
  expect(await readChainIds(em, [...others, ...anchors])).toEqual(
    new Map([
      [moved.id, 137],
      [sent.id, 100],
    ]),
  )
  expect(await readChainIds(em, others)).toEqual(new Map())
})
