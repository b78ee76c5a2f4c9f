/** A moment as a datetime-local field shows it, in the writer's own time: '2026-03-01T09:30'; '' for none. */
export function localMoment(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** What a datetime-local field holds, as ISO 8601 in UTC; null where it is empty or no moment. */
export function momentFrom(local: string): string | null {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Whether a moment, as ISO 8601, lies behind. */
export function hasPassed(iso: string | null, nowMs = Date.now()): boolean {
  return iso !== null && Date.parse(iso) <= nowMs
}
