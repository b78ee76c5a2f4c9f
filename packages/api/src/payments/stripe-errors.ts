import { AppError } from '@priormark/core/errors'
import { Stripe } from 'stripe'

/** Whether Stripe says that the thing asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Whether Stripe says that the payment's state does not allow this. */
export function isUnexpectedState(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state'
  )
}

/** Stripe's errors as ours: what may pass by itself is 'unavailable', a refusal is 'payment_provider'. */
export function asAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (mayPass(error)) {
    return new AppError('unavailable', 'The payment service does not answer. Please try again.', {
      cause: error,
    })
  }
  return new AppError(
    'payment_provider',
    'The payment service refused the request. Please try again later.',
    {
      cause: error,
    },
  )
}

function mayPass(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    (error.statusCode ?? 0) >= 500
  )
}
