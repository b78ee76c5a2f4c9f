import { anchorStates } from '@priormark/core/proofs/anchors/anchor-state'
import { anchorKinds } from '@priormark/core/settings/policy/anchor-kind'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import { unpaidSteps, type OrderProgress } from '@priormark/core/orders/order-progress'
import { stopReasons } from '@priormark/core/orders/order'
import { refundArrivalText } from '@priormark/core/settings/policy/rule-texts'
import { startRequestText } from '@priormark/core/settings/policy/start-request'
import { propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSiteServer } from '../../../src/rendering/entry-server.tsx'
import { stageOf, type OrderStage } from '../../../src/public/orders/order-page/order-labels.ts'
import { timelineOf } from '../../../src/public/orders/order-page/order-steps.ts'
import { pageData, siteTexts } from '../../page-data-fixture.ts'
import { orderKey, submittedAnchor, testAnchor, testOrder } from './order-fixtures.ts'

const site = await openSiteServer()

/** Returns an order's page between its header and footer. */
function htmlOf(order: OrderProgress): string {
  const view = { kind: 'order', key: orderKey, order } as const
  const { html } = site.renderPage({ path: `/order/${orderKey}`, data: pageData, texts: siteTexts, view })
  return /<main.*<\/main>/s.exec(html)?.[0] ?? ''
}

/** Returns all words of a page, folded ones too, without code to copy. */
function textOf(html: string): string {
  return html
    .replace(/<pre>.*?<\/pre>|<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}

const today = new Date().toISOString().slice(0, 10)
const refund = (day: string) => [{ amount: 8.97, day, isMadeAnotherWay: false }]
const inBlock = { status: 'completed', hasEvidence: true, recordedBy: null } as const
const bitcoin = testAnchor({
  kind: 'opentimestamps',
  chain: 'Bitcoin',
  state: 'final',
  isProven: true,
  link: 'https://mempool.space/block/0',
})
const testChain = testAnchor({
  state: 'final',
  isOnTestChain: true,
  chain: 'a private test chain',
  link: null,
})

describe('the words of an order page', () => {
  test.each<[string, OrderProgress]>([
    ['is unpaid', testOrder({ step: 'unpaid', status: 'pending', paidAt: null, recordedBy: null })],
    ['is being paid', testOrder({ step: 'processing', status: 'pending', paidAt: null, recordedBy: null })],
    ['waits', testOrder()],
    ['waits until it can no longer be canceled', testOrder({ startsAt: '2026-09-17T10:02:00.000Z' })],
    ['is late', testOrder({ isLate: true })],
    ['is in a block', testOrder({ ...inBlock, step: 'included', anchors: [testAnchor()] })],
    [
      'is final',
      testOrder({ ...inBlock, step: 'final', anchors: [testAnchor({ state: 'final' }), bitcoin] }),
    ],
    ['is final on a test chain', testOrder({ ...inBlock, step: 'final', anchors: [testChain] })],
    [
      'is recorded at a link, and on a chain later',
      testOrder({
        ...inBlock,
        step: 'final',
        anchors: [
          submittedAnchor(),
          submittedAnchor({ kind: 'manual', chain: null, state: 'final', link: 'https://example.org' }),
        ],
      }),
    ],
    ['was refunded today', testOrder({ stopped: 'refunded', recordedBy: null, refunds: refund(today) })],
    [
      'was refunded after its record',
      testOrder({ ...inBlock, step: 'final', anchors: [bitcoin], refunds: refund(today) }),
    ],
    [
      'is the second draft of a work',
      testOrder({
        ...inBlock,
        step: 'final',
        anchors: [testAnchor({ state: 'final' }), bitcoin],
        earlierDrafts: [
          {
            projectName: 'Sketch',
            createdAt: '2026-08-01T10:00:00.000Z',
            noLaterThan: '2026-08-01T12:00:00.000Z',
            isOnTestChain: false,
          },
        ],
        canHaveNextDraft: true,
      }),
    ],
    ['is disputed', testOrder({ stopped: 'disputed', recordedBy: null })],
  ])('are at most 170 for an order that %s', (_, order) => {
    const words = textOf(htmlOf(order))
      .replace(startRequestText, '')
      .split(' ')
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(170)
    expect(words.length).toBeGreaterThan(30)
  })
})

const promises = [
  /\bwill be (recorded|in|your)/i,
  /We’ll (record|email)/,
  /next in line|waiting for a block|on its way to|We start on|in batches|Next in line/i,
  /Start right away/,
]
const records = [
  /Recorded in/,
  /VERIFIED|RECORDED|\bTEST\b/,
  /This file existed/,
  /doesn’t prove/,
  /Get the badge/,
]
const stopped = [...promises, /AT RISK/, /\bPAID\b/, /You’re done/]
const unpaid = [
  ...records,
  /\bPAID\b|Paid,? (waiting|\.)/,
  /You’re done/,
  /Keep two things/,
  /REFUNDED|DISPUTED/,
]

/** What the page of an order must not say in a state. */
const forbidden: Record<OrderStage, readonly RegExp[]> = {
  unpaid: [...unpaid, /PROCESSING|CANCELED/],
  processing: [...unpaid, /AT RISK/, /Not paid yet/, /Go to checkout/, /CANCELED/],
  canceled: [...unpaid, ...promises, /AT RISK/, /Not paid yet/, /PROCESSING/],
  waiting: [...records, /AT RISK/, /Go to checkout/, /Keep two things/, /REFUNDED|DISPUTED/],
  sent: [...records, /AT RISK/, /Go to checkout/, /Keep two things/, /REFUNDED|DISPUTED/, /in line/i],
  'in-block': [/AT RISK/, /\bPAID\b/, /Go to checkout/, /Refunded|DISPUTED/, /, final/],
  final: [/AT RISK/, /\bPAID\b/, /Go to checkout/, /Refunded|DISPUTED/, /Check back|You’re done/],
  refunded: [...stopped, /DISPUTED/, /while your bank/],
  dispute_lost: [...stopped, /DISPUTED/, /while your bank/],
  disputed: [...stopped, /REFUNDED/, /order again/],
}

const anchorsOf = fc.array(
  fc.record({
    kind: fc.constantFrom(...anchorKinds),
    state: fc.constantFrom(...anchorStates),
    link: fc.constantFrom(null, 'https://example.org'),
    chain: fc.constantFrom(null, 'Ethereum'),
    isOnTestChain: fc.boolean(),
    blockNumber: fc.option(fc.nat()),
    blockTime: fc.constantFrom(null, '2026-09-03T10:05:42.000Z'),
    noLaterThan: fc.constantFrom(null, '2026-09-03T10:20:42.000Z'),
    isProven: fc.boolean(),
  }),
  { maxLength: 3 },
)

/** Orders that the API can send: an anchor has a block once it is in one, and only a chain proves a time. */
const orders = fc
  .record({
    stopped: fc.constantFrom(null, null, ...stopReasons),
    unpaidStep: fc.constantFrom(null, null, null, ...unpaidSteps),
    anchors: anchorsOf,
    canHaveNextDraft: fc.boolean(),
    isLate: fc.boolean(),
    refundedDaysAgo: fc.option(fc.integer({ min: 0, max: 60 })),
  })
  .map(({ stopped: reason, unpaidStep, anchors: drawn, canHaveNextDraft, isLate, refundedDaysAgo }) => {
    const isPaid = unpaidStep === null || reason !== null
    const anchors = isPaid ? drawn.map(possibleAnchor) : []
    const isAwaited = reason === null && isPaid && !anchors.some(isInBlock)
    const day = new Date(Date.now() - (refundedDaysAgo ?? 0) * 86_400_000).toISOString().slice(0, 10)
    return testOrder({
      stopped: reason,
      step: isPaid ? furthest(anchors) : unpaidStep,
      anchors,
      paidAt: isPaid ? '2026-09-03T10:02:00.000Z' : null,
      hasEvidence: anchors.length > 0,
      canHaveNextDraft: anchors.length > 0 && canHaveNextDraft,
      recordedBy: isAwaited ? '2026-09-05T10:02:00.000Z' : null,
      isLate: isAwaited && isLate,
      startsAt: isAwaited && anchors.length === 0 && !isLate ? '2026-09-17T10:02:00.000Z' : null,
      refunds: refundedDaysAgo === null || !isPaid ? [] : refund(day),
    })
  })

type Anchor = OrderProgress['anchors'][number]

const isInBlock = ({ state }: Anchor) => state === 'included' || state === 'final'

function possibleAnchor(anchor: Anchor): Anchor {
  if (anchor.kind === 'manual') {
    const none = { chain: null, blockNumber: null, blockTime: null, noLaterThan: null }
    const link = 'https://example.org'
    const state = isInBlock(anchor) ? 'final' : 'queued'
    return {
      ...anchor,
      ...none,
      state,
      link: state === 'final' ? link : null,
      isOnTestChain: false,
      isProven: false,
    }
  }
  if (!isInBlock(anchor))
    return { ...anchor, blockNumber: null, blockTime: null, noLaterThan: null, isProven: false }
  const isOnTestChain = anchor.kind === 'evm' && anchor.isOnTestChain
  const isProven = anchor.kind === 'opentimestamps' && anchor.state === 'final' && anchor.isProven
  return { ...anchor, isOnTestChain, isProven, blockTime: '2026-09-03T10:05:42.000Z' }
}

function furthest(anchors: readonly Anchor[]): OrderProgress['step'] {
  const reached = anchors.map(({ state }) => anchorStates.indexOf(state))
  return anchorStates[Math.max(-1, ...reached)] ?? 'waiting'
}

/** Both classes of buttons that are filled. */
const blackButton = /[" ]_(?:primary|small)_/
const count = (text: string, part: string | RegExp) => text.split(part).length - 1

test('no text of an order page contradicts the state of its order', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const html = htmlOf(order)
      const text = textOf(html)
      const stage = stageOf(order)
      // What continues on a chain after a refund is listed, and the rest of the page promises nothing.
      const isOnChain = order.anchors.some(isInBlock)
      for (const phrase of forbidden[stage]) {
        if (isOnChain && records.includes(phrase)) continue
        expect(text, stage).not.toMatch(phrase)
      }
      if (order.anchors.length > 0) expect(text, stage).not.toMatch(/We don’t record|won’t be recorded/)
      const buttonCount = count(html, blackButton)
      expect(buttonCount, 'one primary button').toBeLessThanOrEqual(1)
      if (stage === 'unpaid' || stage === 'canceled') expect(buttonCount).toBe(1)
      if (!order.hasEvidence) expect(text).not.toMatch(/evidence proves|Download the evidence|Certificate/)
      if (!isOnChain) for (const phrase of records) expect(text, stage).not.toMatch(phrase)
      const isTest = text.includes('TEST')
      expect(count(text, 'proves nothing'), 'a test is named once').toBe(isTest ? 1 : 0)
      expect(count(text, testText)).toBe(isTest ? 1 : 0)
      const [refunded] = order.refunds
      const isOld = refunded !== undefined && Date.now() - Date.parse(refunded.day) >= 14 * 86_400_000
      if (isOld) expect(text).not.toContain(refundArrivalText)
      expect(text).not.toMatch(/null|undefined|NaN/)
      const states = timelineOf(order, pageData.policy).map(({ state }) => state)
      expect(states.join(' ')).toMatch(/^(done ?)*(now ?)?(ahead ?)*$/)
    }),
    propertyRuns({ normal: 40, deep: 1_000 }),
  )
})
