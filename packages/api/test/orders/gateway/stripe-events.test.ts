import { AppError } from '@priormark/core/platform/errors'
import { describe, expect, it } from 'vitest'
import { readStripeEvent, stripeEventTypes } from '../../../src/orders/gateway/stripe-objects.ts'

const event = (type: string, object: object) => ({ id: 'evt_1', type, data: { object } })

describe('readStripeEvent', () => {
  it.each(['succeeded', 'processing', 'canceled'])('reads the payment of payment_intent.%s', (outcome) => {
    const type = `payment_intent.${outcome}`
    const error = { message: 'An earlier card was declined.' }
    expect(readStripeEvent(event(type, { id: 'pi_1', last_payment_error: error }))).toEqual({
      id: 'evt_1',
      type,
      paymentId: 'pi_1',
      failure: null,
    })
  })

  it.each([
    [{ last_payment_error: { message: 'Your card was declined.' } }, 'Your card was declined.'],
    [{ last_payment_error: { message: null } }, 'The payment failed.'],
    [{ last_payment_error: {} }, 'The payment failed.'],
    [{ last_payment_error: null }, 'The payment failed.'],
    [{}, 'The payment failed.'],
  ])('reads why a payment failed: %o', (details, failure) => {
    const type = 'payment_intent.payment_failed'
    expect(readStripeEvent(event(type, { id: 'pi_1', ...details }))).toEqual({
      id: 'evt_1',
      type,
      paymentId: 'pi_1',
      failure,
    })
  })

  it.each([
    'charge.refunded',
    'refund.failed',
    'charge.refund.updated',
    'charge.dispute.created',
    'charge.dispute.closed',
  ])('reads the payment of %s, given as an id or as an object', (type) => {
    const read = (object: object) => readStripeEvent(event(type, object))
    const expected = { id: 'evt_1', type, paymentId: 'pi_1', failure: null }
    expect(read({ id: 'ch_1', payment_intent: 'pi_1' })).toEqual(expected)
    expect(read({ id: 'ch_1', payment_intent: { id: 'pi_1', amount: 1 } })).toEqual(expected)
    expect(read({ id: 'ch_1', payment_intent: null })).toEqual({ ...expected, paymentId: null })
    expect(read({ id: 'ch_1' })).toEqual({ ...expected, paymentId: null })
  })

  it('reads an event of another type as one without a payment', () => {
    expect(readStripeEvent({ id: 'evt_1', type: 'customer.created' })).toEqual({
      id: 'evt_1',
      type: 'customer.created',
      paymentId: null,
      failure: null,
    })
  })

  it.each<[title: string, given: unknown]>([
    ['nothing', null],
    ['no id', { type: 'customer.created' }],
    ['an id that is not a name', { id: '../evt', type: 'customer.created' }],
    ['an id of 256 characters', { id: 'e'.repeat(256), type: 'customer.created' }],
    ['no type', { id: 'evt_1' }],
    ['a payment without an id', event('payment_intent.succeeded', {})],
    ['a payment whose id is not a name', event('payment_intent.succeeded', { id: 'pi 1' })],
    [
      'a payment whose error is not a text',
      event('payment_intent.payment_failed', { id: 'pi_1', last_payment_error: { message: 5 } }),
    ],
    ['a payment event without data', { id: 'evt_1', type: 'payment_intent.succeeded' }],
    ['a refund without a valid payment id', event('charge.refunded', { payment_intent: { id: 'pi/1' } })],
  ])('rejects %s', (_title, given) => {
    expect(() => readStripeEvent(given)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: 'This is not an event of the payment service',
      }),
    )
    expect(() => readStripeEvent(given)).toThrow(AppError)
  })

  it('accepts an id of 255 characters', () => {
    const id = 'e'.repeat(255)
    expect(readStripeEvent({ id, type: 'customer.created' })).toMatchObject({ id })
  })
})

describe('stripeEventTypes', () => {
  it.each(stripeEventTypes)('%s leads to a payment', (type) => {
    const object = type.startsWith('payment_intent') ? { id: 'pi_1' } : { payment_intent: 'pi_1' }
    expect(readStripeEvent(event(type, object)).paymentId).toBe('pi_1')
  })
})
