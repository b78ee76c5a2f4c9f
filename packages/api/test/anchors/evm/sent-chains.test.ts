import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EvmTransaction } from '../../../src/anchors/evm/evm-transaction-entity.ts'
import { sentChains } from '../../../src/anchors/evm/sent-chains.ts'
import { Anchor } from '../../../src/proofs/anchor-entity.ts'
import type { Database } from '../../../src/sql/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { sender } from '../../../testing/evm-chain.ts'
import { sealRoot } from '../../../testing/evm-stand.ts'

let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
})

afterEach(() => database.close())

test('returns the chain of each EVM anchor that was sent and not given up', async () => {
  const [moved, sent, unsent] = [await sealRoot(database), await sealRoot(database), await sealRoot(database)]
  await database.fork().transactional(async (em) => {
    const transaction = { sender, createdAt: new Date() }
    const create = ({ id }: { id: string }, chainId: number, nonce: number, abandonedAt: Date | null) =>
      em.create(EvmTransaction, {
        ...transaction,
        id: randomUUID(),
        anchor: em.getReference(Anchor, id),
        chainId,
        nonce,
        abandonedAt,
      })
    create(moved, 1, 0, new Date())
    create(moved, 137, 0, null)
    create(sent, 100, 0, null)
  })
  const anchors = [moved, sent, unsent].map(({ id }) => ({ id, kind: 'evm' }))
  const others = [{ id: 'other', kind: 'opentimestamps' }]
  const em = database.fork()
  expect(await sentChains(em, [...others, ...anchors])).toEqual(
    new Map([
      [moved.id, 137],
      [sent.id, 100],
    ]),
  )
  expect(await sentChains(em, others)).toEqual(new Map())
})
