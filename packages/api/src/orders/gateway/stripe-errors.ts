import { AppError } from '@priormark/core/platform/errors'
import type { Stripe } from 'stripe'

/** Whether Stripe reports that the requested object does not exist. */
export function isMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'resource_missing'
}

/** Whether Stripe reports that the payment's state does not allow the request. */
export function isUnexpectedState(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'payment_intent_unexpected_state'
}

/** Converts Stripe's errors: temporary ones are 'unavailable', rejections are 'payment_provider'. */
export function asAppError(error: unknown): unknown {
  if (!isStripeError(error)) return error
  if (isTemporary(error)) {
    return new AppError('unavailable', 'The payment service is not responding. Please try again.', {
      cause: error,
    })
  }
  return new AppError(
    'payment_provider',
    'The payment service rejected the request. Please try again later.',
    {
      cause: error,
    },
  )
}

/** Like asAppError, with Stripe's own reason for rejecting a refund, which an administrator needs to know. */
export function asRefundError(error: unknown): unknown {
  const converted = asAppError(error)
  const isRejected = converted instanceof AppError && converted.code === 'payment_provider'
  if (!isRejected || !isStripeError(error)) return converted
  return new AppError('payment_provider', `Stripe rejected the refund: ${error.message}`, { cause: error })
}

function isTemporary(error: StripeError): boolean {
  return (
    error.type === 'StripeConnectionError' ||
    error.type === 'StripeRateLimitError' ||
    (error.statusCode ?? 0) >= 500
  )
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** Whether an error comes from the SDK: by its type as Stripe's documentation advises, since a start does not load the classes. */
function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}

function isInvalidRequest(error: unknown): error is StripeError {
  return isStripeError(error) && error.type === 'StripeInvalidRequestError'
}
