/** Why bytes are not a valid OpenTimestamps proof. */
type OtsErrorCode =
  | 'file_too_long'
  | 'truncated'
  | 'trailing_bytes'
  | 'bad_magic'
  | 'unsupported_version'
  | 'unknown_operation'
  | 'bad_length'
  | 'number_too_large'
  | 'bad_uri'
  | 'message_too_long'
  | 'too_deep'
  | 'empty'

/** The only error of this folder. `offset` is the byte at which reading stopped; null if nothing was read. */
export class OtsError extends Error {
  readonly code: OtsErrorCode
  readonly offset: number | null

  constructor(code: OtsErrorCode, message: string, offset: number | null = null) {
    super(offset === null ? message : `${message} at byte ${offset}`)
    this.name = 'OtsError'
    this.code = code
    this.offset = offset
  }
}
