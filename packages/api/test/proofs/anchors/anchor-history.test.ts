import { afterAll, expect, test } from 'vitest'
import { OrderEvent } from '../../../src/order-book/order-entity.ts'
import {
  completeOpenOrders,
  recordProgress,
  reportStuck,
} from '../../../src/proofs/anchors/anchor-progress.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { anchorOf, inBlock, sealOne, setPayment } from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

const jobs = recordedQueue()
const deps = () => ({ database, jobs })

const database = await openTestDatabase()
afterAll(() => database.close())

test('a final anchor takes better evidence', async () => {
  const { evm } = await sealOne(deps())
  await recordProgress(deps(), evm, inBlock('final', 9))
  const better = { ...inBlock('final', 9), latestTime: new Date(1_700_000_600_000) }
  await recordProgress(deps(), evm, better)
  expect(await anchorOf(database, evm)).toMatchObject(better)
})

test('keeps when an anchor was first submitted, in a block and final', async () => {
  const { evm } = await sealOne(deps())
  const times = async () => {
    const { submittedAt, includedAt, finalAt } = await anchorOf(database, evm)
    return { submittedAt, includedAt, finalAt }
  }
  const none = { submittedAt: null, includedAt: null, finalAt: null }
  await recordProgress(deps(), evm, { state: 'queued', link: 'https://chain.example/planned' })
  expect(await times()).toEqual(none)
  await recordProgress(deps(), evm, { state: 'submitted' })
  const submitted = await times()
  expect(submitted).toEqual({ ...none, submittedAt: expect.any(Date) })
  await recordProgress(deps(), evm, inBlock('included', 9))
  const included = await times()
  expect(included).toEqual({ ...submitted, includedAt: expect.any(Date) })
  await recordProgress(deps(), evm, inBlock('final', 9))
  const final = await times()
  expect(final).toEqual({ ...included, finalAt: expect.any(Date) })
})

test('the timeline names who advanced an anchor', async () => {
  const { orderId, evm, manual } = await sealOne(deps(), ['evm', 'manual'])
  await reportStuck(deps(), evm, 'No gas.')
  await recordProgress(deps(), evm, { state: 'submitted' })
  const link = 'https://chain.example/declared'
  await setPayment(database, orderId, 'disputed')
  await recordProgress(deps(), evm, inBlock('included', 9))
  await setPayment(database, orderId, 'paid')
  await completeOpenOrders(deps(), evm)
  await recordProgress(deps(), manual, { state: 'final', link, evidence: { kind: 'manual', link } }, 'ada')
  const anchoring = { order: orderId, kind: /^(anchor_|link_)/ }
  const events = await database.fork().find(OrderEvent, anchoring, { orderBy: { at: 'asc' } })
  expect(events.map(({ kind, actor, detail }) => [kind, actor, detail])).toEqual([
    ['anchor_stuck', 'system', 'No gas.'],
    ['anchor_submitted', 'system', 'evm'],
    ['anchor_included', 'system', 'evm'],
    ['link_added', 'system', 'https://chain.example/tx/9'],
    ['anchor_final', 'ada', 'manual'],
  ])
})
