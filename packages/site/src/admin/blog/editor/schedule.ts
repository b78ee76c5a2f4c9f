/** Whether an ISO 8601 time is in the past. */
export function hasPassed(iso: string | null, nowMs = Date.now()): boolean {
  return iso !== null && Date.parse(iso) <= nowMs
}

/** Parses a time of day, such as '9:30', '0930' or '17', to '09:30'. Returns null if it is none. */
export function timeOfDay(text: string): string | null {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? []
  const isValid = hours !== '' && Number(hours) < 24 && Number(minutes) < 60
  return isValid ? `${hours.padStart(2, '0')}:${minutes}` : null
}
