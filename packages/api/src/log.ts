import { pino, type Logger } from 'pino'

export type Log = Logger

/** Structured logs on standard error. Nothing personal goes in: ids, codes and counts only. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, serializers: { err: describeError } },
    pino.destination({ dest: 2, sync: false }),
  )
}

/** What may be said of an error whose message could carry a customer's data, as a database's does: its type and its code. */
export function failureOf(error: unknown): { type: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error }
  return { type: error.name, ...('code' in error ? { code: error.code } : {}) }
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    type: error.name,
    message: error.message,
    code: 'code' in error ? error.code : undefined,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
