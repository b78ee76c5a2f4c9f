import { anchorKinds, anchorStates } from '@priormark/core/anchors/anchor'
import {
  orderProgressEndpoints,
  progressSteps,
  type OrderProgress,
} from '@priormark/core/orders/order-progress'
import { endpointPath } from '@priormark/core/http/endpoint'
import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { describe, expect, test } from 'vitest'
import { orderFiles } from '../src/public/order/order-files.ts'
import { anchorText, timelineOf } from '../src/public/order/order-steps.ts'
import { isOpen, shownTime, statusTextOf, tagOf } from '../src/public/order/order-labels.ts'
import { anAnchor, anOrder, aWaitingAnchor, orderKey } from './order-fixtures.ts'

const way = (order: OrderProgress) => timelineOf(order).map(({ title, state }) => `${title}: ${state}`)

describe('the way of an order', () => {
  test('begins with the payment', () => {
    const order = anOrder({ step: 'unpaid', status: 'pending', paidAt: null })
    expect(way(order)).toEqual(['Paid: now', 'Submitted: ahead', 'In a block: ahead', 'Final: ahead'])
    expect(statusTextOf(order).headline).toBe('Not paid yet')
  })

  test('waits for the batch, then for the chain, then for the block, then for its end', () => {
    const at = (step: OrderProgress['step'], anchors: OrderProgress['anchors']) => {
      const order = anOrder({ step, anchors })
      return [statusTextOf(order).headline, ...way(order)]
    }
    expect(at('waiting', [])).toEqual([
      'Paid. Your work is next in line.',
      'Paid: done',
      'Submitted: now',
      'In a block: ahead',
      'Final: ahead',
    ])
    expect(at('queued', [aWaitingAnchor({ state: 'queued', chain: null })])).toEqual([
      'In a batch, on its way to the blockchain',
      'Paid: done',
      'Submitted: now',
      'In a block: ahead',
      'Final: ahead',
    ])
    expect(at('submitted', [aWaitingAnchor()])).toEqual([
      'Sent to Ethereum',
      'Paid: done',
      'Submitted: done',
      'In a block: now',
      'Final: ahead',
    ])
    expect(at('included', [anAnchor()])).toEqual([
      'Recorded in block 21,043,112 of Ethereum',
      'Paid: done',
      'Submitted: done',
      'In block 21,043,112: done',
      'Final: now',
    ])
    expect(at('final', [anAnchor({ state: 'final' })])).toEqual([
      'Recorded in block 21,043,112 of Ethereum, final',
      'Paid: done',
      'Submitted: done',
      'In block 21,043,112: done',
      'Final: done',
    ])
  })

  test('by hand is short, and says who declares it', () => {
    const manual = { kind: 'manual', chain: null } as const
    expect(
      way(anOrder({ step: 'queued', anchors: [aWaitingAnchor({ ...manual, state: 'queued' })] })),
    ).toEqual(['Paid: done', 'Recorded by hand: now'])
    const declared = aWaitingAnchor({ ...manual, state: 'final', link: 'https://example.org/tx/1' })
    const order = anOrder({ step: 'final', anchors: [declared] })
    expect(way(order)).toEqual(['Paid: done', 'Recorded by us: done'])
    expect(statusTextOf(order).headline).toBe('Recorded by us; see the link')
    expect(anchorText(declared)).toContain('Recorded by us')
    expect(shownTime(order)).toBeNull()
  })

  test('follows the chain where a link was declared besides: the link proves less', () => {
    const declared = aWaitingAnchor({
      kind: 'manual',
      chain: null,
      state: 'final',
      link: 'https://example.org',
    })
    const order = anOrder({ step: 'final', anchors: [aWaitingAnchor(), declared] })
    expect(statusTextOf(order).headline).toBe('Sent to Ethereum')
    expect(isOpen(order)).toBe(true)
  })

  test('promises nothing once the payment went back, and does not take back what stands', () => {
    const refunded = anOrder({ isRefunded: true })
    expect(
      way(refunded)
        .slice(1)
        .every((step) => step.endsWith('ahead')),
    ).toBe(true)
    expect(statusTextOf(refunded)).toEqual({
      headline: 'Refunded',
      advice: 'You don’t need to do anything. Your work won’t be recorded. You’re welcome to order again.',
    })
    expect(isOpen(refunded)).toBe(false)
    const recorded = anOrder({ isRefunded: true, step: 'final', anchors: [anAnchor({ state: 'final' })] })
    expect(way(recorded).every((step) => step.endsWith('done'))).toBe(true)
  })
})

describe('the time that is proven', () => {
  test('is the earliest of the blocks, to the second', () => {
    const bitcoin = anAnchor({
      kind: 'opentimestamps',
      chain: 'Bitcoin',
      state: 'final',
      blockTime: '2026-09-03T12:00:00.000Z',
    })
    const order = anOrder({ step: 'final', anchors: [bitcoin, anAnchor()] })
    expect(shownTime(order)).toEqual({ noLaterThan: '2026-09-03T10:05:42.000Z', isTrial: false })
    expect(timelineOf(anOrder({ step: 'included', anchors: [anAnchor()] }))[2]?.text).toContain(
      'no later than Sep 3, 2026, 10:05:42 UTC',
    )
  })

  test('allows for the two hours by which Bitcoin’s clocks may be out', () => {
    const bitcoin = anAnchor({
      kind: 'opentimestamps',
      chain: 'Bitcoin',
      state: 'final',
      blockTime: '2026-09-03T23:10:42.000Z',
    })
    const order = anOrder({ step: 'final', anchors: [bitcoin] })
    expect(shownTime(order)).toEqual({ noLaterThan: '2026-09-04T01:10:42.000Z', isTrial: false })
    for (const text of [anchorText(bitcoin), timelineOf(order)[2]?.text]) {
      expect(text).toContain('no later than Sep 4, 2026, 01:10 UTC. This allows for Bitcoin’s clocks')
    }
    const quicker = anAnchor({ blockTime: '2026-09-03T23:50:00.000Z' })
    expect(shownTime(anOrder({ anchors: [bitcoin, quicker] }))?.noLaterThan).toBe(quicker.blockTime)
  })

  test('is told for what it is on a chain of one machine', () => {
    const trial = anAnchor({ state: 'final', isTrial: true, chain: 'a private test chain' })
    const order = anOrder({ step: 'final', anchors: [trial] })
    expect(statusTextOf(order).headline).toBe('Recorded in block 21,043,112 of a private test chain, final')
    expect(timelineOf(order)[3]?.text).toContain('proves nothing to others')
    expect(anchorText(trial)).toContain('proves nothing to others')
    expect(anchorText(anAnchor())).not.toContain('proves nothing')
    expect(shownTime(order)?.isTrial).toBe(true)
    expect(tagOf(order)).toBe('test')
    const real = anAnchor({ blockTime: '2026-09-05T10:00:00.000Z' })
    const both = anOrder({ step: 'final', anchors: [trial, real] })
    expect(shownTime(both)).toEqual({ noLaterThan: real.blockTime, isTrial: false })
    expect(tagOf(both)).toBe('verified')
  })

  test('is none while no block has it', () => {
    const replaced = anAnchor({ state: 'submitted' })
    expect(shownTime(anOrder({ step: 'submitted', anchors: [replaced] }))).toBeNull()
  })
})

test('whatever the order, done comes before under way comes before ahead, and at most one step is under way', () => {
  const anchor = fc.record({
    kind: fc.constantFrom(...anchorKinds),
    state: fc.constantFrom(...anchorStates),
    link: fc.constantFrom(null, 'https://example.org'),
    chain: fc.constantFrom(null, 'Ethereum'),
    isTrial: fc.boolean(),
    blockNumber: fc.option(fc.nat()),
    blockTime: fc.constantFrom(null, '2026-09-03T10:05:42.000Z'),
  })
  const order = fc.record({
    isRefunded: fc.boolean(),
    step: fc.constantFrom(...progressSteps),
    anchors: fc.array(anchor, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(order, (given) => {
      const states = timelineOf(anOrder(given)).map(({ state }) => state)
      expect(states.join(' ')).toMatch(/^(done ?)*(now ?)?(ahead ?)*$/)
      const { headline, advice } = statusTextOf(anOrder(given))
      expect(`${headline}${advice}`).not.toMatch(/null|undefined|NaN/)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('the files of an order are where the API has them', () => {
  const { evidence, certificate, proof } = orderProgressEndpoints
  const known = [evidence, certificate, proof].map((spec) =>
    endpointPath(spec, { params: { key: orderKey } }),
  )
  expect(orderFiles(orderKey).map(({ path }) => path)).toEqual(known)
})
