import { proofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { type OrderProgress, orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { stopReasons } from '@priormark/core/orders/order'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { otherRefundArrivalText, refundArrivalText } from '@priormark/core/settings/policy/rule-texts'
import { describe, expect, test } from 'vitest'
import {
  adviceOf,
  anchorText,
  arrivalText,
  linkName,
  timelineOf,
} from '../../../src/public/orders/order-page/order-steps.ts'
import { headlineOf, isOpen, lookOf, shownTime } from '../../../src/public/orders/order-page/order-labels.ts'
import { openSiteServer } from '../../../src/rendering/entry-server.tsx'
import { testAnchor, testOrder, submittedAnchor, orderKey } from './order-fixtures.ts'
import { pageData, siteTexts } from '../../page-data-fixture.ts'

const chainShop = { kinds: ['evm'] } as const
const headline = (order: OrderProgress) => headlineOf(order, chainShop)
const steps = (order: OrderProgress, policy: Parameters<typeof timelineOf>[1] = chainShop) =>
  timelineOf(order, policy).map(({ title, state }) => `${title}: ${state}`)

describe('the timeline of an order', () => {
  test('starts with the payment', () => {
    const order = testOrder({ step: 'unpaid', status: 'pending', paidAt: null })
    expect(steps(order)).toEqual(['Paid: now', 'Submitted: ahead', 'In a block: ahead', 'Final: ahead'])
    expect(headline(order)).toBe('Not paid yet')
  })

  test('shows the batch, the transaction, the block and its finality in order', () => {
    const at = (step: OrderProgress['step'], anchors: OrderProgress['anchors']) => {
      const order = testOrder({ step, anchors })
      return [headline(order), ...steps(order)]
    }
    expect(at('waiting', [])).toEqual([
      'Paid, waiting for a block',
      'Paid: done',
      'Submitted: now',
      'In a block: ahead',
      'Final: ahead',
    ])
    expect(at('queued', [submittedAnchor({ state: 'queued', chain: null })])).toEqual([
      'Paid, waiting for a block',
      'Paid: done',
      'Submitted: now',
      'In a block: ahead',
      'Final: ahead',
    ])
    expect(at('submitted', [submittedAnchor()])).toEqual([
      'Sent to Ethereum',
      'Paid: done',
      'Submitted: done',
      'In a block: now',
      'Final: ahead',
    ])
    expect(at('included', [testAnchor()])).toEqual([
      'Recorded in block 21,043,112 of Ethereum',
      'Paid: done',
      'Submitted: done',
      'In a block: done',
      'Final: now',
    ])
    expect(at('final', [testAnchor({ state: 'final' })])).toEqual([
      'Recorded in block 21,043,112 of Ethereum, final',
      'Paid: done',
      'Submitted: done',
      'In a block: done',
      'Final: done',
    ])
  })

  test('names no block before the batch if works are recorded manually', () => {
    const manualShop = { kinds: ['manual'] } as const
    const order = testOrder({ step: 'waiting', anchors: [] })
    expect(headlineOf(order, manualShop)).toBe('Paid. We’ll record it manually.')
    expect(steps(order, manualShop)).toEqual(['Paid: done', 'Recorded manually: now'])
  })

  test('is short for a manual record, and says who recorded it', () => {
    const manual = { kind: 'manual', chain: null } as const
    expect(
      steps(testOrder({ step: 'queued', anchors: [submittedAnchor({ ...manual, state: 'queued' })] })),
    ).toEqual(['Paid: done', 'Recorded manually: now'])
    const declared = submittedAnchor({ ...manual, state: 'final', link: 'https://example.org/tx/1' })
    const order = testOrder({ step: 'final', anchors: [declared] })
    expect(steps(order)).toEqual(['Paid: done', 'Recorded manually: done'])
    expect(headline(order)).toBe('Recorded by us; see the link')
    expect(anchorText(declared, order)).toContain('Recorded by us')
    expect(linkName(declared, 'https://example.org/tx/1')).toBe('Open the page on example.org')
    expect(shownTime(order)).toBeNull()
  })

  test('shows a declared link until a block has the work, and then the block, which proves more', () => {
    const declared = submittedAnchor({
      kind: 'manual',
      chain: null,
      state: 'final',
      link: 'https://example.org',
    })
    const order = testOrder({ step: 'final', anchors: [submittedAnchor(), declared] })
    expect(headline(order)).toBe('Recorded by us; see the link')
    expect(adviceOf(order)).toContain('We also record it on Ethereum')
    expect(steps(order)).toEqual(['Paid: done', 'Recorded manually: done'])
    expect(isOpen(order)).toBe(true)
    const inBlock = testOrder({ step: 'final', anchors: [testAnchor(), declared] })
    expect(headline(inBlock)).toBe('Recorded in block 21,043,112 of Ethereum')
  })

  test('ends with a refund or a dispute', () => {
    for (const stopped of stopReasons) expect(steps(testOrder({ stopped }))).toEqual([])
  })
})

describe('an order that is stopped', () => {
  test('promises nothing during a dispute', () => {
    const disputed = testOrder({ stopped: 'disputed' })
    expect([headline(disputed), adviceOf(disputed)]).toEqual([
      'Payment disputed',
      'We don’t record your work while your bank reviews the payment. If you didn’t dispute the payment, write to us.',
    ])
  })

  test('does not wait for a bank that returned the payment', () => {
    const lost = testOrder({ stopped: 'dispute_lost' })
    expect(headline(lost)).toBe('Payment returned by your bank')
    expect(adviceOf(lost)).toContain('so your work won’t be recorded. You’re welcome to order again.')
    expect([isOpen(lost), isOpen(testOrder({ stopped: 'disputed' }))]).toEqual([false, true])
  })

  test('promises nothing after a refund, but keeps existing records', () => {
    const refunded = testOrder({ stopped: 'refunded' })
    expect([headline(refunded), adviceOf(refunded)]).toEqual([
      'Refunded',
      'Your work won’t be recorded. You’re welcome to order again.',
    ])
    expect(isOpen(refunded)).toBe(false)
    const anchors = [testAnchor({ state: 'final' })]
    const recorded = testOrder({ stopped: 'refunded', step: 'final', anchors })
    expect(shownTime(recorded)?.noLaterThan).toBe(anchors[0]?.noLaterThan)
    expect(adviceOf(recorded)).toContain('record of your work stays')
  })

  test('says when refunded money arrives for 14 days', () => {
    const refunds = [{ amount: 8.97, day: '2026-09-05', isMadeAnotherWay: false }]
    expect(arrivalText(refunds, new Date('2026-09-18T12:00:00Z'))).toBe(refundArrivalText)
    expect(arrivalText(refunds, new Date('2026-09-19T00:00:00Z'))).toBeNull()
    const otherWay = [{ amount: 8.97, day: '2026-09-18', isMadeAnotherWay: true }]
    const now = new Date('2026-09-20T00:00:00Z')
    expect(arrivalText([...refunds, ...otherWay], now)).toBe(otherRefundArrivalText)
  })
})

describe('lookOf', () => {
  const final = { step: 'final', anchors: [testAnchor({ state: 'final' })] } as const
  const onTestChain = testAnchor({ state: 'final', isOnTestChain: true })
  test.each<[string, Partial<OrderProgress>, ReturnType<typeof lookOf>]>([
    ['AT RISK before the payment only', { step: 'unpaid', paidAt: null }, { tag: 'at-risk', seal: 'open' }],
    ['ink while it is processing', { step: 'processing', paidAt: null }, { tag: 'processing', seal: 'open' }],
    ['gray once it is canceled', { step: 'canceled', paidAt: null }, { tag: 'canceled', seal: 'stopped' }],
    ['PAID after it', {}, { tag: 'paid', seal: 'open' }],
    ['ink for a block that can be replaced', { anchors: [testAnchor()] }, { tag: 'recorded', seal: 'open' }],
    [
      'green for a final one',
      { ...final, anchors: [...final.anchors] },
      { tag: 'recorded', seal: 'recorded' },
    ],
    [
      'VERIFIED for a proven one',
      { step: 'final', anchors: [testAnchor({ state: 'final', isProven: true })] },
      { tag: 'verified', seal: 'recorded' },
    ],
    ['TEST on a test chain', { step: 'final', anchors: [onTestChain] }, { tag: 'test', seal: 'recorded' }],
    ['gray after a refund', { stopped: 'refunded' }, { tag: 'refunded', seal: 'stopped' }],
    ['gray after a lost dispute', { stopped: 'dispute_lost' }, { tag: 'returned', seal: 'stopped' }],
    ['amber during a dispute', { stopped: 'disputed' }, { tag: 'disputed', seal: 'disputed' }],
  ])('is %s', (_, changes, look) => {
    expect(lookOf(testOrder(changes))).toEqual(look)
  })
})

describe('shownTime', () => {
  test('returns the earliest bound of a block’s time, and says what the block itself says', () => {
    const bitcoin = testAnchor({
      kind: 'opentimestamps',
      chain: 'Bitcoin',
      state: 'final',
      blockTime: '2026-09-03T10:01:00.000Z',
      noLaterThan: '2026-09-03T11:00:00.000Z',
    })
    const order = testOrder({ step: 'final', anchors: [bitcoin, testAnchor()] })
    expect(shownTime(order)).toEqual({ noLaterThan: '2026-09-03T10:20:42.000Z', isOnTestChain: false })
    expect(anchorText(testAnchor(), order)).toBe(
      'Not final yet. By its block’s own clock: Sep 3, 2026, 10:05:42 AM UTC.',
    )
    expect(anchorText(bitcoin, order)).toContain('No later than Sep 3, 2026, 11:00:00 AM UTC.')
  })

  test('marks a time on a private test chain as a test', () => {
    const onTestChain = testAnchor({ state: 'final', isOnTestChain: true, chain: 'a private test chain' })
    const order = testOrder({ step: 'final', anchors: [onTestChain] })
    expect(headline(order)).toBe('Recorded in block 21,043,112, final')
    expect(shownTime(order)?.isOnTestChain).toBe(true)
    expect(proofMark(order.anchors)).toBe('test')
    const real = testAnchor({ noLaterThan: '2026-09-05T10:00:00.000Z' })
    const both = testOrder({ step: 'final', anchors: [onTestChain, real] })
    expect(shownTime(both)).toEqual({ noLaterThan: real.noLaterThan, isOnTestChain: false })
    expect(proofMark(both.anchors)).toBe('recorded')
    const proven = testAnchor({ noLaterThan: '2026-09-06T10:00:00.000Z', isProven: true })
    const all = testOrder({ step: 'final', anchors: [onTestChain, real, proven] })
    expect(shownTime(all), 'the time that the verifiers show').toEqual({
      noLaterThan: proven.noLaterThan,
      isOnTestChain: false,
    })
    expect(proofMark(all.anchors)).toBe('verified')
  })

  test('returns null without a block', () => {
    const replaced = testAnchor({ state: 'submitted' })
    expect(shownTime(testOrder({ step: 'submitted', anchors: [replaced] }))).toBeNull()
  })
})

test('links the files of an order at the paths of the API', async () => {
  const { evidence, certificate, proof } = orderProgressEndpoints
  const paths = [evidence, certificate, proof].map((spec) =>
    endpointPath(spec, { params: { key: orderKey } }),
  )
  const { renderPage } = await openSiteServer()
  const order = testOrder({ step: 'final', hasEvidence: true })
  const { html } = renderPage({
    path: `/order/${orderKey}`,
    data: pageData,
    texts: siteTexts,
    view: { kind: 'order', key: orderKey, order },
  })
  for (const path of paths) expect(html).toContain(`href="${path}"`)
})
