import { AppError } from '@priormark/core/platform/errors'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  asAppError,
  asRefundError,
  isMissing,
  isUnexpectedState,
} from '../../../src/orders/gateway/stripe-objects.ts'

const {
  StripeAPIError,
  StripeCardError,
  StripeConnectionError,
  StripeInvalidRequestError,
  StripeRateLimitError,
} = Stripe.errors
const invalid = (code?: string) =>
  new StripeInvalidRequestError({ type: 'invalid_request_error', ...(code === undefined ? {} : { code }) })
const failed = (statusCode?: number) =>
  new StripeAPIError({ type: 'api_error', ...(statusCode === undefined ? {} : { statusCode }) })

describe('isMissing and isUnexpectedState', () => {
  it.each([
    ['a missing resource', invalid('resource_missing'), true, false],
    ['an unexpected state', invalid('payment_intent_unexpected_state'), false, true],
    ['another invalid request', invalid('parameter_missing'), false, false],
    ['an invalid request without a code', invalid(), false, false],
    ['an error of our own with the same code', { code: 'resource_missing' }, false, false],
    [
      'what only looks like one',
      { type: 'StripeInvalidRequestError', code: 'resource_missing' },
      false,
      false,
    ],
    [
      'a declined card with the same code',
      new StripeCardError({ type: 'card_error', code: 'resource_missing' }),
      false,
      false,
    ],
    ['an error of our own with the same state', { code: 'payment_intent_unexpected_state' }, false, false],
  ])('tell %s', (_title, error, missing, unexpected) => {
    expect(isMissing(error)).toBe(missing)
    expect(isUnexpectedState(error)).toBe(unexpected)
  })
})

describe('asAppError', () => {
  it.each([
    ['no connection', new StripeConnectionError({ type: 'api_error' })],
    ['too many calls', new StripeRateLimitError({ type: 'rate_limit_error', statusCode: 429 })],
    ['500', failed(500)],
    ['503', failed(503)],
  ])('is temporary after %s', (_title, cause) => {
    const error = asAppError(cause)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'unavailable',
      message: 'The payment service is not responding. Please try again.',
      cause,
    })
  })

  it.each([
    ['a wrong request', invalid('parameter_missing')],
    ['a declined card', new StripeCardError({ type: 'card_error', statusCode: 402 })],
    ['499', failed(499)],
    ['an error without a status', failed()],
  ])('is a rejection for %s', (_title, cause) => {
    const error = asAppError(cause)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'payment_provider',
      message: 'The payment service rejected the request. Please try again later.',
      cause,
    })
  })

  it.each<[title: string, error: unknown]>([
    ['a bug', new TypeError('a bug')],
    ['an error with a type of its own', Object.assign(new Error('no'), { type: 'system' })],
    ['what only looks like one of Stripe', { type: 'StripeCardError' }],
  ])('returns %s unchanged', (_title, error) => {
    expect(asAppError(error)).toBe(error)
    expect(asRefundError(error)).toBe(error)
  })
})

describe('asRefundError', () => {
  it('tells why Stripe rejected a refund', () => {
    const cause = new StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'The charge has been refunded.',
    })
    const error = asRefundError(cause)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'payment_provider',
      message: 'Stripe rejected the refund: The charge has been refunded.',
      cause,
    })
  })

  it('asks to try again if Stripe does not respond', () => {
    expect(asRefundError(failed(500))).toMatchObject({
      code: 'unavailable',
      message: 'The payment service is not responding. Please try again.',
    })
  })
})
