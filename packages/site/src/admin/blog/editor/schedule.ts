/** Formats an ISO 8601 time for a datetime-local field, in local time: '2026-03-01T09:30', or '' for null. */
export function localMoment(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Parses the value of a datetime-local field to ISO 8601 in UTC. Null if it is empty or invalid. */
export function momentFrom(local: string): string | null {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Whether an ISO 8601 time is in the past. */
export function hasPassed(iso: string | null, nowMs = Date.now()): boolean {
  return iso !== null && Date.parse(iso) <= nowMs
}
