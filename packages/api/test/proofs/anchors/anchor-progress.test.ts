import { afterAll, describe, expect, test } from 'vitest'
import { completeWithLink } from '../../../src/order-book/order-completion.ts'
import { Order, OrderEvent } from '../../../src/order-book/order-entity.ts'
import {
  completeOpenOrders,
  recordProgress,
  reportStuck,
} from '../../../src/proofs/anchors/anchor-progress.ts'
import { ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { untilStatementWaits } from '../../../testing/blocked-statement.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import {
  anchorOf,
  anchoringEvents,
  queuedFulfillmentMails,
  inBlock,
  sealOne,
  sealOrders,
  setPayment,
} from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import { readOrder } from '../../../testing/mail-fixtures.ts'

const jobs = recordedQueue()
const deps = () => ({ database, jobs })

const database = await openTestDatabase()
afterAll(() => database.close())

/** Declares an administrator's link for one order, as PATCH does. */
async function declare(orderId: string, link: string): Promise<void> {
  await database.fork().transactional(async (em) => {
    const order = await em.findOneOrFail(Order, orderId)
    const leaf = await em.findOneOrFail(ProofLeaf, { order })
    leaf.declaredLink = link
    await completeWithLink(em, jobs, order, link, 'ada')
  })
}

test('records each step up to final once; the first block completes and mails the orders once', async () => {
  const { orderIds, anchors } = await sealOrders(deps(), 3)
  const id = anchors['evm'] ?? ''
  for (const progress of [{ state: 'submitted' } as const, inBlock('included', 7), inBlock('final', 7)]) {
    await recordProgress(deps(), id, progress)
    await recordProgress(deps(), id, progress)
  }
  expect(await anchorOf(database, id)).toMatchObject({ ...inBlock('final', 7), stuckReason: null })
  for (const orderId of orderIds) {
    const order = await readOrder(database, orderId)
    expect(order).toMatchObject({ status: 'completed', blockchainLink: 'https://chain.example/tx/7' })
    expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
    expect(await anchoringEvents(database, orderId)).toEqual([
      'sealed',
      'anchor_submitted',
      'anchor_included',
      'link_added',
      'anchor_final',
    ])
  }
})

test('a final anchor ignores outdated reports', async () => {
  const { orderId, evm } = await sealOne(deps())
  await recordProgress(deps(), evm, inBlock('final', 7))
  for (const late of [
    inBlock('included', 6),
    { state: 'submitted' } as const,
    { state: 'queued' } as const,
  ]) {
    await recordProgress(deps(), evm, late)
  }
  expect(await anchorOf(database, evm)).toMatchObject(inBlock('final', 7))
  expect(await anchoringEvents(database, orderId)).not.toContain('anchor_replaced')
})

test('a repeated report does not write to the row', async () => {
  const { evm } = await sealOne(deps())
  const report = { ...inBlock('included', 8), latestTime: new Date(1_700_000_600_000) }
  await recordProgress(deps(), evm, report)
  const before = await anchorOf(database, evm)
  await recordProgress(deps(), evm, report)
  expect((await anchorOf(database, evm)).updatedAt).toEqual(before.updatedAt)
})

describe('a block that is replaced', () => {
  test('reverts to submitted; the next block gives the order its new link, and the mail stays right', async () => {
    const { orderId, evm } = await sealOne(deps())
    await recordProgress(deps(), evm, inBlock('included', 10))
    await recordProgress(deps(), evm, { state: 'submitted' })
    const lost = await anchorOf(database, evm)
    expect(lost).toMatchObject({ link: null, blockTime: null, evidence: null, includedAt: null })
    expect(await readOrder(database, orderId)).toMatchObject({ status: 'completed' })

    await recordProgress(deps(), evm, inBlock('included', 11))
    const order = await readOrder(database, orderId)
    expect(order.blockchainLink).toBe('https://chain.example/tx/11')
    expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
    expect(await anchoringEvents(database, orderId)).toEqual([
      'sealed',
      'anchor_included',
      'link_added',
      'anchor_replaced',
      'anchor_included',
      'link_added',
    ])
  })

  test('by one with the same transaction does not send another mail', async () => {
    const { orderId, evm } = await sealOne(deps())
    await recordProgress(deps(), evm, inBlock('included', 12))
    await recordProgress(deps(), evm, { state: 'submitted' })
    await recordProgress(deps(), evm, inBlock('included', 12))
    expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
  })

  test('replaces the link even without a step between', async () => {
    const { orderId, evm } = await sealOne(deps())
    await recordProgress(deps(), evm, inBlock('included', 13))
    await recordProgress(deps(), evm, inBlock('included', 14))
    expect((await readOrder(database, orderId)).blockchainLink).toBe('https://chain.example/tx/14')
    expect(await anchoringEvents(database, orderId)).toEqual([
      'sealed',
      'anchor_included',
      'link_added',
      'link_added',
    ])
  })
})

describe('with several anchors', () => {
  test('the first confirmed one gives the link, and later ones do not change it', async () => {
    const { orderId, evm, ots } = await sealOne(deps(), ['evm', 'opentimestamps'])
    await recordProgress(deps(), evm, inBlock('included', 20))
    await recordProgress(deps(), ots, inBlock('final', 21))
    await recordProgress(deps(), evm, inBlock('final', 20))
    expect((await readOrder(database, orderId)).blockchainLink).toBe('https://chain.example/tx/20')
    expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
  })

  test('a confirmed one takes over from one whose block was permanently replaced', async () => {
    const { orderId, evm, ots } = await sealOne(deps(), ['evm', 'opentimestamps'])
    await recordProgress(deps(), evm, inBlock('included', 22))
    await recordProgress(deps(), evm, { state: 'submitted' })
    await recordProgress(deps(), ots, inBlock('included', 23))
    expect((await readOrder(database, orderId)).blockchainLink).toBe('https://chain.example/tx/23')
    await recordProgress(deps(), evm, inBlock('included', 24))
    expect((await readOrder(database, orderId)).blockchainLink).toBe('https://chain.example/tx/23')
  })

  test('one whose transaction waits for another block does not keep its link', async () => {
    const { orderId, evm, ots } = await sealOne(deps(), ['evm', 'opentimestamps'])
    const { link = null } = inBlock('included', 27)
    await recordProgress(deps(), evm, inBlock('included', 27))
    await recordProgress(deps(), evm, { state: 'submitted', link })
    await recordProgress(deps(), ots, inBlock('included', 28))
    expect((await readOrder(database, orderId)).blockchainLink).toBe('https://chain.example/tx/28')
  })

  test('two confirmed concurrently complete the order once', async () => {
    const { orderId, evm, ots } = await sealOne(deps(), ['evm', 'opentimestamps'])
    await Promise.all([
      recordProgress(deps(), evm, inBlock('included', 25)),
      recordProgress(deps(), ots, inBlock('included', 26)),
    ])
    expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
    const events = await anchoringEvents(database, orderId)
    expect(events.filter((kind) => kind === 'link_added')).toHaveLength(1)
  })
})

test('a block without a page completes no order', async () => {
  const { orderId, evm } = await sealOne(deps())
  await recordProgress(deps(), evm, { ...inBlock('included', 29), link: null })
  expect(await readOrder(database, orderId)).toMatchObject({ status: 'paid', blockchainLink: null })
  expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(0)
})

describe('a declared link', () => {
  test('of a root is mailed again when an administrator corrects it', async () => {
    const { orderId, manual } = await sealOne(deps(), ['manual'])
    for (const link of ['https://explorer.example/wrong', 'https://explorer.example/right']) {
      await recordProgress(
        deps(),
        manual,
        { state: 'final', link, evidence: { kind: 'manual', link } },
        'ada',
      )
      expect((await readOrder(database, orderId)).blockchainLink).toBe(link)
    }
    expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(2)
  })

  test('remains if declared before the block', async () => {
    const { orderId, evm } = await sealOne(deps())
    await declare(orderId, 'https://explorer.example/own')
    await recordProgress(deps(), evm, inBlock('included', 30))
    expect((await readOrder(database, orderId)).blockchainLink).toBe('https://explorer.example/own')
    expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
  })

  test('remains if declared after a block that is replaced', async () => {
    const { orderId, evm } = await sealOne(deps())
    await recordProgress(deps(), evm, inBlock('included', 31))
    await declare(orderId, 'https://explorer.example/own')
    await recordProgress(deps(), evm, { state: 'submitted' })
    await recordProgress(deps(), evm, inBlock('included', 32))
    expect((await readOrder(database, orderId)).blockchainLink).toBe('https://explorer.example/own')
  })

  test.runIf(testServerUrl !== null)(
    'remains if declared concurrently with the block (needs a PostgreSQL server)',
    async () => {
      const { orderId, evm } = await sealOne(deps())
      let recording: Promise<void> | undefined
      await database.fork().transactional(async (em) => {
        await em.execute('select 1 from orders where id = ? for update', [orderId])
        recording = recordProgress(deps(), evm, inBlock('included', 33))
        // Recording the progress holds the anchor's lock and waits for the order's.
        await untilStatementWaits(database)
        await em.execute('update proof_leaf set declared_link = ? where order_id = ?', [
          'https://explorer.example/own',
          orderId,
        ])
      })
      await recording
      expect((await readOrder(database, orderId)).blockchainLink).toBeNull()
    },
  )
})

describe('an order whose payment', () => {
  test.each(['refunded', 'disputed'] as const)(
    'is %s is not completed or mailed by its block',
    async (state) => {
      const { orderId, evm } = await sealOne(deps())
      await setPayment(database, orderId, state)
      await recordProgress(deps(), evm, inBlock('included', 40))
      expect(await readOrder(database, orderId)).toMatchObject({ status: 'paid', blockchainLink: null })
      expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(0)
      expect(await anchoringEvents(database, orderId)).toEqual(['sealed', 'anchor_included'])
    },
  )

  test('was disputed and won is completed afterwards, once', async () => {
    const { orderId, evm } = await sealOne(deps())
    await setPayment(database, orderId, 'disputed')
    await recordProgress(deps(), evm, inBlock('final', 41))
    await setPayment(database, orderId, 'paid')
    await completeOpenOrders(deps(), evm)
    await completeOpenOrders(deps(), evm)
    expect(await readOrder(database, orderId)).toMatchObject({ status: 'completed' })
    expect(await queuedFulfillmentMails(database, jobs, orderId)).toBe(1)
  })
})

describe('a stuck anchor', () => {
  const reasons = async (orderId: string) => {
    const events = await database.fork().find(OrderEvent, { order: orderId, kind: 'anchor_stuck' })
    return events.map(({ detail }) => detail)
  }

  test('records each reason once', async () => {
    const { orderId, evm } = await sealOne(deps())
    for (const reason of ['No gas.', 'No gas.', 'No EVM_RPC_URLS.', 'No EVM_RPC_URLS.'])
      await reportStuck(deps(), evm, reason)
    expect(await reasons(orderId)).toEqual(['No gas.', 'No “Nodes”.'])
    expect((await anchorOf(database, evm)).stuckReason).toBe('No EVM_RPC_URLS.')
    await reportStuck(deps(), evm, null)
    expect((await anchorOf(database, evm)).stuckReason).toBeNull()
  })

  test('is cleared by progress, and clearing it again has no effect', async () => {
    const { orderId, evm } = await sealOne(deps())
    await recordProgress(deps(), evm, { state: 'submitted' })
    await reportStuck(deps(), evm, 'No gas.')
    await recordProgress(deps(), evm, { state: 'submitted' })
    await reportStuck(deps(), evm, 'No gas.')
    expect((await anchorOf(database, evm)).stuckReason).toBe('No gas.')
    expect(await reasons(orderId)).toEqual(['No gas.'])
    await recordProgress(deps(), evm, inBlock('included', 50))
    expect((await anchorOf(database, evm)).stuckReason).toBeNull()
  })
})

test('skips an erased order, and completes the others in its batch', async () => {
  const { orderIds, anchors } = await sealOrders(deps(), 2)
  const [erased = '', kept = ''] = orderIds
  await database.fork().nativeDelete(Order, { id: erased })
  await recordProgress(deps(), anchors['evm'] ?? '', inBlock('included', 60))
  expect(await readOrder(database, kept)).toMatchObject({ status: 'completed' })
})
