/** Whether an ISO 8601 time is in the past. */
export function hasPassed(iso: string | null, nowMs = Date.now()): boolean {
  return iso !== null && Date.parse(iso) <= nowMs
}
