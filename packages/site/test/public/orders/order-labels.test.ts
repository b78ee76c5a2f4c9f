import { anchorStates } from '@priormark/core/proofs/anchors/anchor'
import { anchorKinds } from '@priormark/core/settings/policy/anchor-kind'
import { proofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { OrderProgress, orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { stopReasons } from '@priormark/core/orders/order'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { describe, expect, test } from 'vitest'
import { anchorText, timelineOf, adviceOf } from '../../../src/public/orders/order-page/order-steps.ts'
import { headlineOf, isOpen, shownTime } from '../../../src/public/orders/order-page/order-labels.ts'
import { orderFiles } from '../../../src/public/orders/order-page/OrderBody.tsx'
import { testAnchor, testOrder, submittedAnchor, orderKey } from './order-fixtures.ts'

const steps = (order: OrderProgress) => timelineOf(order).map(({ title, state }) => `${title}: ${state}`)

describe('the timeline of an order', () => {
  test('starts with the payment', () => {
    const order = testOrder({ step: 'unpaid', status: 'pending', paidAt: null })
    expect(steps(order)).toEqual(['Paid: now', 'Submitted: ahead', 'In a block: ahead', 'Final: ahead'])
    expect(headlineOf(order)).toBe('Not paid yet')
  })

  test('shows the batch, the transaction, the block and its finality in order', () => {
    const at = (step: OrderProgress['step'], anchors: OrderProgress['anchors']) => {
      const order = testOrder({ step, anchors })
      return [headlineOf(order), ...steps(order)]
    }
    expect(at('waiting', [])).toEqual([
      'Paid. Your work is next in line.',
      'Paid: done',
      'Submitted: now',
      'In a block: ahead',
      'Final: ahead',
    ])
    expect(at('queued', [submittedAnchor({ state: 'queued', chain: null })])).toEqual([
      'In a batch, on its way to the blockchain',
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
      'In block 21,043,112: done',
      'Final: now',
    ])
    expect(at('final', [testAnchor({ state: 'final' })])).toEqual([
      'Recorded in block 21,043,112 of Ethereum, final',
      'Paid: done',
      'Submitted: done',
      'In block 21,043,112: done',
      'Final: done',
    ])
  })

  test('is short for a manual record, and says who recorded it', () => {
    const manual = { kind: 'manual', chain: null } as const
    expect(
      steps(testOrder({ step: 'queued', anchors: [submittedAnchor({ ...manual, state: 'queued' })] })),
    ).toEqual(['Paid: done', 'Recorded manually: now'])
    const declared = submittedAnchor({ ...manual, state: 'final', link: 'https://example.org/tx/1' })
    const order = testOrder({ step: 'final', anchors: [declared] })
    expect(steps(order)).toEqual(['Paid: done', 'Recorded by us: done'])
    expect(headlineOf(order)).toBe('Recorded by us; see the link')
    expect(anchorText(declared)).toContain('Recorded by us')
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
    expect(headlineOf(order)).toBe('Recorded by us; see the link')
    expect(adviceOf(order)).toContain('We also record it on Ethereum')
    expect(steps(order)).toEqual(['Paid: done', 'Recorded by us: done'])
    expect(isOpen(order)).toBe(true)
    expect(anchorText(submittedAnchor({ state: 'queued' }), { isExtra: true })).toBe(
      'It will be recorded here too. Next in line.',
    )
    const inBlock = testOrder({ step: 'final', anchors: [testAnchor(), declared] })
    expect(headlineOf(inBlock)).toBe('Recorded in block 21,043,112 of Ethereum')
  })

  test('promises nothing during a dispute', () => {
    const disputed = testOrder({ stopped: 'disputed' })
    expect(
      steps(disputed)
        .slice(1)
        .every((step) => step.endsWith('ahead')),
    ).toBe(true)
    const [headline, advice] = [headlineOf(disputed), adviceOf(disputed)]
    expect(headline).toBe('Payment disputed')
    expect(advice).toMatch(/^We don’t record your work while your bank reviews the payment\./)
  })

  test('does not wait for a bank that returned the payment', () => {
    const lost = testOrder({ stopped: 'dispute_lost' })
    expect(headlineOf(lost)).toBe('Payment returned by your bank')
    expect(adviceOf(lost)).toContain('so your work won’t be recorded. You’re welcome to order again.')
    expect([isOpen(lost), isOpen(testOrder({ stopped: 'disputed' }))]).toEqual([false, true])
  })

  test('promises nothing after a refund, but keeps existing records', () => {
    const refunded = testOrder({ stopped: 'refunded' })
    expect(
      steps(refunded)
        .slice(1)
        .every((step) => step.endsWith('ahead')),
    ).toBe(true)
    expect({ headline: headlineOf(refunded), advice: adviceOf(refunded) }).toEqual({
      headline: 'Refunded',
      advice: 'You don’t need to do anything. Your work won’t be recorded. You’re welcome to order again.',
    })
    expect(isOpen(refunded)).toBe(false)
    const recorded = testOrder({
      stopped: 'refunded',
      step: 'final',
      anchors: [testAnchor({ state: 'final' })],
    })
    expect(steps(recorded).every((step) => step.endsWith('done'))).toBe(true)
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
    for (const text of [
      timelineOf(testOrder({ step: 'included', anchors: [testAnchor()] }))[2]?.text,
      anchorText(testAnchor()),
    ]) {
      expect(text).toContain(
        'no later than Sep 3, 2026, 10:20:42 AM UTC. The block itself says Sep 3, 2026, 10:05:42 AM UTC, but block clocks can be slow.',
      )
    }
  })

  test('marks a time on a private test chain as a test', () => {
    const onTestChain = testAnchor({ state: 'final', isOnTestChain: true, chain: 'a private test chain' })
    const order = testOrder({ step: 'final', anchors: [onTestChain] })
    expect(headlineOf(order)).toBe('Recorded in block 21,043,112 of a private test chain, final')
    expect(timelineOf(order)[3]?.text).toContain('proves nothing to others')
    expect(anchorText(onTestChain)).toContain('proves nothing to others')
    expect(anchorText(testAnchor())).not.toContain('proves nothing')
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

test('lists done, current and future steps in this order, with at most one current step, for any order', () => {
  const anchor = fc.record({
    kind: fc.constantFrom(...anchorKinds),
    state: fc.constantFrom(...anchorStates),
    link: fc.constantFrom(null, 'https://example.org'),
    chain: fc.constantFrom(null, 'Ethereum'),
    isOnTestChain: fc.boolean(),
    blockNumber: fc.option(fc.nat()),
    blockTime: fc.constantFrom(null, '2026-09-03T10:05:42.000Z'),
    noLaterThan: fc.constantFrom(null, '2026-09-03T10:20:42.000Z'),
    isProven: fc.boolean(),
  })
  const order = fc.record({
    stopped: fc.constantFrom(null, ...stopReasons),
    step: fc.constantFrom(...OrderProgress.entries.step.options),
    anchors: fc.array(anchor, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(order, (given) => {
      const states = timelineOf(testOrder(given)).map(({ state }) => state)
      expect(states.join(' ')).toMatch(/^(done ?)*(now ?)?(ahead ?)*$/)
      const order = testOrder(given)
      const [headline, advice] = [headlineOf(order), adviceOf(order)]
      expect(`${headline}${advice}`).not.toMatch(/null|undefined|NaN/)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('links the files of an order at the paths of the API', () => {
  const { evidence, certificate, proof } = orderProgressEndpoints
  const known = [evidence, certificate, proof].map((spec) =>
    endpointPath(spec, { params: { key: orderKey } }),
  )
  expect(orderFiles(orderKey).map(({ path }) => path)).toEqual(known)
})
