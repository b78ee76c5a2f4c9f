import { ApiError, hasReachedServer } from '../../platform/http/api-error.ts'
import type { Failure } from './draft-ports.ts'

/**
 * Returns the failure if the same request should be sent again: no network, a busy, starting or failing server, or an
 * unreadable response.
 */
export function failureOf(error: unknown): Failure | null {
  if (!hasReachedServer(error)) return { outcome: 'later' }
  if (!(error instanceof ApiError)) return { outcome: 'busy', message: null }
  if (error.status === 401) return { outcome: 'unauthenticated' }
  const isOfAProxy = error.status === 404 && error.code === undefined
  const isTemporary = error.status >= 500 || [408, 425, 429].includes(error.status) || isOfAProxy
  return isTemporary ? { outcome: 'busy', message: messageIn(error) } : null
}

/** Returns the server's message for a person, or null. */
export function messageIn(error: unknown): string | null {
  return (error instanceof ApiError && error.serverMessage) || null
}
