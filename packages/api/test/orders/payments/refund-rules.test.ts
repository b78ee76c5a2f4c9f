import { describe, expect, test } from 'vitest'
import {
  refundableCents,
  otherWayObstacle,
  refundObstacle,
  secondPaymentObstacle,
} from '../../../src/orders/payments/refund-rules.ts'

type OrderFacts = Parameters<typeof refundObstacle>[0]
type RefundFacts = Parameters<typeof refundObstacle>[1][number]

const paid: OrderFacts = {
  paymentConfirmed: true,
  paymentIntentId: 'pi_own',
  paymentState: 'paid',
  amountCents: 897,
  refundedCents: 0,
  dispute: null,
  secondPaymentIds: null,
  secondDispute: null,
}
/** Its money came another way, such as by bank transfer. */
const paidOutside: OrderFacts = { ...paid, paymentIntentId: null, paymentState: 'unpaid' }
const sent: RefundFacts = { state: 'sent', paymentId: 'pi_own', amountCents: 200 }
const sentOtherWay: RefundFacts = { ...sent, paymentId: null }
const beingSent: RefundFacts = { ...sent, state: 'requested' }
const dispute = { reason: 'fraudulent', status: 'needs_response', respondBy: null }
const inquiry = { ...dispute, status: 'warning_needs_response' }
const lost = { ...dispute, status: 'lost' }

const waits = 'A refund is being sent. Wait until Stripe has it.'
const done = 'Fully refunded.'
const contested = 'A disputed payment can’t be refunded. Respond to the dispute in Stripe.'
const noMoney = 'Stripe received no money for this order.'
const outside = 'Stripe received no money for this order. Return it the way it came, then record that here.'

describe('refundObstacle', () => {
  test.each<[title: string, order: Partial<OrderFacts>, refunds: RefundFacts[], obstacle: string | null]>([
    ['a paid order', {}, [], null],
    ['a partly refunded order', { paymentState: 'partially_refunded', refundedCents: 200 }, [sent], null],
    ['an order whose refund is being sent', {}, [sent, beingSent], waits],
    ['an order whose refund was rejected', {}, [{ ...sent, state: 'rejected' }], null],
    ['a refunded order', { paymentState: 'refunded', refundedCents: 897 }, [sent], done],
    ['an order that nobody paid', { paymentConfirmed: false, paymentState: 'unpaid' }, [], noMoney],
    ['an order in process', { paymentConfirmed: false, paymentState: 'processing' }, [], noMoney],
    ['a paid order without a payment', { paymentIntentId: null }, [], noMoney],
    [
      'a wrong amount',
      { paymentState: 'mismatch' },
      [],
      'The amount doesn’t match the order. Refund it in Stripe.',
    ],
    [
      'an order that was paid twice',
      { paymentState: 'mismatch', secondPaymentIds: ['pi_other'] },
      [],
      'The customer paid twice. Refund the second payment first.',
    ],
    ['a disputed order', { paymentState: 'disputed', dispute }, [], contested],
    ['a dispute without details', { paymentState: 'disputed' }, [], contested],
    [
      'a lost dispute',
      { paymentState: 'disputed', dispute: lost },
      [],
      'The dispute is lost: the cardholder already has the money back.',
    ],
    ['an inquiry', { paymentState: 'disputed', dispute: inquiry, refundedCents: 896 }, [], null],
    [
      'an inquiry after a full refund',
      { paymentState: 'disputed', dispute: inquiry, refundedCents: 897 },
      [],
      done,
    ],
    ['an order that was paid another way', paidOutside, [], outside],
    [
      'a canceled payment of such an order',
      { ...paidOutside, paymentIntentId: 'pi_own', paymentState: 'canceled' },
      [],
      outside,
    ],
    [
      'an order whose refund went another way',
      { ...paidOutside, paymentState: 'partially_refunded', refundedCents: 200 },
      [sentOtherWay],
      outside,
    ],
    [
      'an order that was wholly refunded another way',
      { ...paidOutside, paymentState: 'refunded', refundedCents: 200 },
      [sentOtherWay],
      done,
    ],
    [
      'a card payment that was partly refunded by Stripe too',
      { paymentState: 'partially_refunded', refundedCents: 400 },
      [sent, sentOtherWay],
      null,
    ],
  ])('says whether %s can be refunded', (_title, order, refunds, obstacle) => {
    expect(refundObstacle({ ...paid, ...order }, refunds)).toBe(obstacle)
  })
})

describe('secondPaymentObstacle', () => {
  const twice: OrderFacts = { ...paid, paymentState: 'mismatch', secondPaymentIds: ['pi_other', 'pi_third'] }

  test.each<[title: string, order: Partial<OrderFacts>, refunds: RefundFacts[], obstacle: string | null]>([
    ['one that the shop has', {}, [sent], null],
    ['one while a refund is being sent', {}, [beingSent], waits],
    [
      'one that the shop no longer has',
      { secondPaymentIds: ['pi_third'] },
      [],
      'This payment was already refunded.',
    ],
    [
      'one of an order that was paid once',
      { secondPaymentIds: null },
      [],
      'This payment was already refunded.',
    ],
    ['a disputed one', { secondDispute: { ...dispute, paymentId: 'pi_other' } }, [], contested],
    ['one that the bank only asks about', { secondDispute: { ...inquiry, paymentId: 'pi_other' } }, [], null],
    ['one beside a disputed one', { secondDispute: { ...dispute, paymentId: 'pi_third' } }, [], null],
  ])('says whether %s can be refunded', (_title, order, refunds, obstacle) => {
    expect(secondPaymentObstacle({ ...twice, ...order }, refunds, 'pi_other')).toBe(obstacle)
  })
})

describe('otherWayObstacle', () => {
  const byCard = 'Only an order that was paid another way can be refunded that way.'

  test.each<[title: string, order: Partial<OrderFacts>, refunds: RefundFacts[], obstacle: string | null]>([
    ['money that came another way', {}, [], null],
    ['a payment that was canceled', { paymentState: 'canceled', paymentIntentId: 'pi_own' }, [], null],
    [
      'a payment that is still open',
      { paymentIntentId: 'pi_own' },
      [],
      'The open card payment of this order is being canceled. Try again in a minute.',
    ],
    ['an order that nobody paid', { paymentConfirmed: false }, [], byCard],
    ['an order that was paid by card', paid, [], byCard],
    [
      'one that Stripe refunded',
      { ...paid, paymentState: 'partially_refunded', refundedCents: 200 },
      [sent],
      byCard,
    ],
    [
      'the rest',
      { paymentState: 'partially_refunded', refundedCents: 400 },
      [sentOtherWay, sentOtherWay],
      null,
    ],
    [
      'an order with nothing left',
      { paymentState: 'refunded', refundedCents: 897 },
      [{ ...sentOtherWay, amountCents: 897 }],
      done,
    ],
  ])('says whether a refund of %s can be recorded', (_title, order, refunds, obstacle) => {
    expect(otherWayObstacle({ ...paidOutside, ...order }, refunds)).toBe(obstacle)
  })
})

test('what is left to refund is the price without all refunds', () => {
  expect(refundableCents({ ...paid, refundedCents: 200 })).toBe(697)
})
