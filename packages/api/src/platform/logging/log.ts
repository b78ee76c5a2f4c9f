import { DriverException } from '@mikro-orm/core'
import * as v from 'valibot'
import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Writes structured logs without personal data, only ids, codes and counts. @param destination standard error by default */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Log {
  return pino(
    { level, base: null, serializers: { err: describeError }, hooks: { streamWrite: hideSecrets } },
    destination,
  )
}

/** Returns only the type and code of an error whose message could contain customer data, such as a database error. */
export function failureOf(error: unknown): { type: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error }
  return { type: error.name, ...('code' in error ? { code: error.code } : {}) }
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const hidesMessage = mayQuoteCustomerData(error)
  return {
    type: error.name,
    message: hidesMessage ? undefined : error.message,
    code: 'code' in error ? error.code : undefined,
    stack: hidesMessage ? stackWithoutMessage(error) : error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** Whether an error's message may contain personal data: errors of the database and of schemas quote values, and mail errors name addresses. */
function mayQuoteCustomerData(error: Error): boolean {
  if (error instanceof DriverException || error instanceof v.ValiError) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^[0-9A-Z]{5}$/.test(code) || 'responseCode' in error || 'sqlMessage' in error
}

/** Returns the stack without the message at its beginning. */
function stackWithoutMessage({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

/** The interval in which further events of one kind are only counted, in milliseconds. */
const sampleIntervalMs = 10_000

/**
 * Returns a function that logs a warning at most once per interval and kind, with the number of events since the last line.
 * Otherwise an attack with thousands of rejected requests would fill the log.
 */
export function createSampledLog(
  log: Log,
  now: () => number = () => performance.now(),
): (kind: string, message: string) => void {
  const kinds = new Map<string, { writtenMs: number; count: number }>()
  return (kind, message) => {
    const lastLine = kinds.get(kind)
    const count = (lastLine?.count ?? 0) + 1
    const isDue = lastLine === undefined || now() - lastLine.writtenMs >= sampleIntervalMs
    if (isDue) log.warn({ kind, count }, message)
    kinds.set(kind, { writtenMs: isDue ? now() : lastLine.writtenMs, count: isDue ? 0 : count })
  }
}

/** Matches path segments that cannot be secrets: short lower-case words and UUIDs. */
const plainSegment = /^(?:[a-z][a-z.-]{0,23}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * Returns a path that is safe to log. The links of orders and previews are secrets, and may arrive mangled: truncated,
 * encoded, or with text added. So only segments that cannot be part of a secret are kept: lower-case words and ids.
 */
export function pathForLog(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || plainSegment.test(segment) ? segment : '...'))
    .join('/')
}

/** Match secret links, and any other word as long as a secret unless it is a hash in hex. */
const secretLink = /(\/(?:order|orders|preview)\/)[\w%=+~-]{20,}/gi
const longWord = /(?<![\w%-])(?!(?:0x)?[\da-f]{43,}(?![\w%-]))[\w%-]{43,}/g

/** Masks secrets in a log line: even error messages of libraries can quote secret addresses. */
function hideSecrets(text: string): string {
  return text.replace(secretLink, '$1...').replace(longWord, '...')
}
