/** Stable error codes for programs. The messages are for people and may change. */
export type ErrorCode = keyof typeof errorStatus

/** The HTTP status of each error code. */
export const errorStatus = {
  invalid_input: 400,
  invalid_signature: 400,
  no_file: 400,
  unauthenticated: 401,
  second_factor_required: 401,
  forbidden: 403,
  role_required: 403,
  second_factor_setup_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  order_paid: 409,
  terms_changed: 409,
  link_changed: 409,
  slug_taken: 409,
  image_in_use: 409,
  version_conflict: 412,
  file_too_large: 413,
  image_too_large: 413,
  body_too_large: 413,
  address_too_long: 414,
  invalid_file_type: 415,
  range_not_satisfiable: 416,
  misdirected: 421,
  idempotency_mismatch: 422,
  file_damaged: 422,
  rate_limited: 429,
  internal: 500,
  payment_provider: 502,
  unavailable: 503,
  storage_full: 507,
} as const

/** Messages by field name, shown next to a form's inputs. */
export type FieldErrors = Record<string, string[]>

/** An error for the caller. Code anywhere on the server throws it, and the response gets its status. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  /** More fields of the response, for example the current version of a post. */
  readonly details: object | undefined
  /** For the response's `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: FieldErrors; details?: object; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
