/** The `error` in responses of Stripe's API. */
interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  doc_url?: string
  param?: string
  charge?: string
  payment_intent?: object
}

/** An error response of the stand-in, in Stripe's format. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: StripeErrorBody

  constructor(status: number, body: StripeErrorBody) {
    super(body.message)
    this.name = 'StripeFailure'
    this.status = status
    this.body = body
  }
}

/** A request that is invalid for Stripe: 400. */
export function invalidRequest(
  message: string,
  details: { code?: string; param?: string; payment_intent?: object } = {},
): StripeFailure {
  const docs = details.code === undefined ? {} : { doc_url: docUrl(details.code) }
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...details, ...docs })
}

/** An object that does not exist: 404. */
export function missing(what: string, id: string): StripeFailure {
  const message = `No such ${what}: '${id}'`
  return new StripeFailure(404, {
    type: 'invalid_request_error',
    message,
    code: 'resource_missing',
    doc_url: docUrl('resource_missing'),
    param: 'id',
  })
}

/** Returns the page of Stripe's documentation that explains a code. */
export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code}`
}
