import type { CheckResult, PageLink } from '@priormark/core/platform/check-result'

export const fine = (message: string): CheckResult => ({ level: 'fine', message, remedy: '', links: [] })
type CreateResult = (message: string, remedy: string, links?: PageLink[]) => CheckResult
const result =
  (level: CheckResult['level']): CreateResult =>
  (message, remedy, links = []) => ({ level, message, remedy, links })
export const warning = result('warning')
export const problem = result('problem')

/** How long a check waits for a response, in milliseconds. */
export const checkTimeoutMs = 10_000

/** Returns the first line of the message of an error's cause, or of the error itself; without a message, the code or name. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : ''
  return (cause.message || code || cause.name).split('\n')[0] ?? ''
}
