import type { Log } from './log.ts'

/** The interval in which further events of one kind are only counted, in milliseconds. */
const intervalMs = 10_000

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
    const known = kinds.get(kind)
    const count = (known?.count ?? 0) + 1
    const isDue = known === undefined || now() - known.writtenMs >= intervalMs
    if (isDue) log.warn({ kind, count }, message)
    kinds.set(kind, { writtenMs: isDue ? now() : known.writtenMs, count: isDue ? 0 : count })
  }
}
