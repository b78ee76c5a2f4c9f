import { afterAll, expect, test } from 'vitest'
import { recordProgress } from '../../../src/proofs/anchors/anchor-progress.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import {
  inBlock,
  queuedFulfillmentMails,
  queuedMails,
  sealOne,
  setPayment,
} from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

const jobs = recordedQueue()
const deps = () => ({ database, jobs })

const database = await openTestDatabase()
afterAll(() => database.close())

const mails = (orderId: string) => queuedMails(database, jobs, orderId, 'evidence')

test('the evidence is mailed once the block is final, once, and not before', async () => {
  const { orderId, evm } = await sealOne(deps())
  await recordProgress(deps(), evm, inBlock('included', 70))
  expect(await mails(orderId)).toBe(0)
  await recordProgress(deps(), evm, inBlock('final', 70))
  await recordProgress(deps(), evm, inBlock('final', 70))
  expect(await mails(orderId)).toBe(1)
  expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
})

test('the evidence is mailed again once every anchor is final', async () => {
  const { orderId, evm, ots } = await sealOne(deps(), ['evm', 'opentimestamps'])
  await recordProgress(deps(), evm, inBlock('included', 71))
  await recordProgress(deps(), evm, inBlock('final', 71))
  await recordProgress(deps(), ots, inBlock('included', 72))
  expect(await mails(orderId)).toBe(1)
  await recordProgress(deps(), ots, inBlock('final', 72))
  expect(await mails(orderId)).toBe(2)
})

test('the evidence leaves with the fulfillment mail if the first block is final already', async () => {
  const { orderId, evm } = await sealOne(deps())
  await recordProgress(deps(), evm, inBlock('final', 73))
  expect(await mails(orderId)).toBe(0)
  expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
})

test('the evidence does not wait for a link that an administrator may declare', async () => {
  const { orderId, evm, manual } = await sealOne(deps(), ['manual', 'evm'])
  await recordProgress(deps(), evm, inBlock('included', 74))
  await recordProgress(deps(), evm, inBlock('final', 74))
  const link = 'https://chain.example/declared'
  await recordProgress(deps(), manual, { state: 'final', link, evidence: { kind: 'manual', link } })
  expect(await mails(orderId)).toBe(1)
})

test.each(['refunded', 'disputed'] as const)(
  'the evidence of an order that is %s is not mailed',
  async (state) => {
    const { orderId, evm } = await sealOne(deps())
    await recordProgress(deps(), evm, inBlock('included', 75))
    await setPayment(database, orderId, state)
    await recordProgress(deps(), evm, inBlock('final', 75))
    expect(await mails(orderId)).toBe(0)
  },
)
