import { errorStatus, type ErrorCode, type FieldErrors } from '../errors.ts'

/** A response that is not OK. `message` is `STATUS: body`; toasts show `serverMessage`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly fields: FieldErrors
  /** The server's message for a person, or undefined if the response had none. */
  readonly serverMessage: string | undefined
  /** The parsed JSON body, or undefined. The 412 of a post contains its current version. */
  readonly body: unknown

  constructor(status: number, bodyText: string, statusText = '') {
    super(`${status}: ${bodyText === '' ? statusText : bodyText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parseJson(bodyText)
    const { code, fields, serverMessage } = readErrorBody(this.body)
    this.code = code
    this.fields = fields
    this.serverMessage = serverMessage
  }
}

/** No response: no network, a dropped connection or no server. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached. Check your connection and try again.', { cause })
    this.name = 'NetworkError'
  }
}

/** The statuses with which a proxy says that it cannot reach the server. */
const unreachableStatuses = [502, 503, 504]

/**
 * Whether a failed call reached the server. It did not if there was no response, or if a proxy responded that it could not
 * reach the server: an error of the server itself has a code. Only calls that did not reach the server wait to be sent.
 */
export function hasReachedServer(error: unknown): boolean {
  if (error instanceof NetworkError) return false
  return !(
    error instanceof ApiError &&
    unreachableStatuses.includes(error.status) &&
    error.code === undefined
  )
}

/** Returns the message of a failed call, or `fallback` if it has none for a person. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback
  if (error instanceof NetworkError) return error.message
  return fallback
}

/** Returns undefined for a text that is not JSON, such as the login page of a public Wi-Fi. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readErrorBody(body: unknown): {
  code: ErrorCode | undefined
  fields: FieldErrors
  serverMessage: string | undefined
} {
  if (typeof body !== 'object' || body === null)
    return { code: undefined, fields: {}, serverMessage: undefined }
  const { error, code, fields } = body as { error?: unknown; code?: unknown; fields?: unknown }
  return {
    code: typeof code === 'string' && code in errorStatus ? (code as ErrorCode) : undefined,
    fields: typeof fields === 'object' && fields !== null ? (fields as FieldErrors) : {},
    serverMessage: typeof error === 'string' && error !== '' ? error : undefined,
  }
}
