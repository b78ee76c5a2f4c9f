/** Formatters are slow to make, and few are used. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formatters.set(key, formatter)
  return formatter.format(new Date(iso))
}

const dayOptions = { year: 'numeric', month: 'short', day: 'numeric' } as const
const minuteOptions = { hour: 'numeric', minute: '2-digit' } as const

/** Formats a day, in UTC unless a zone is given, so that server and browser print the same: 'Apr 28, 2025'. */
export function formatDay(iso: string, timeZone = 'UTC'): string {
  return format(iso, { ...dayOptions, timeZone })
}

/** Formats day and minute, in UTC unless a zone is given, with the zone: 'Apr 28, 2025, 2:05 PM UTC'. */
export function formatMoment(iso: string, timeZone = 'UTC'): string {
  return format(iso, { ...dayOptions, ...minuteOptions, timeZoneName: 'short', timeZone })
}

/** Formats a day in a time zone, as legal texts do: 'April 28, 2025'. */
export function formatLongDay(iso: string, timeZone: string): string {
  return format(iso, { dateStyle: 'long', timeZone })
}

/** Formats a block's time to the second: 'Apr 28, 2025, 2:05:09 PM UTC'. Without seconds it would claim an earlier time. */
export function formatSecond(iso: string): string {
  return `${format(iso, { ...dayOptions, ...minuteOptions, second: '2-digit', timeZone: 'UTC' })} UTC`
}

/**
 * Formats a deadline to the minute: 'Tue, Nov 24, 8:05 AM'. With a zone's name, such as 'GMT', where the reader may be
 * elsewhere. With a year for a past day: 'Sun, Nov 22, 2026, 8:05 AM'.
 * @param options.timeZone an IANA name; undefined is the zone of this machine
 */
export function formatDeadline(
  iso: string,
  options: { timeZone?: string | undefined; hasZoneName: boolean; withYear?: boolean },
): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    ...dayOptions,
    ...minuteOptions,
    year: options.withYear === true ? 'numeric' : undefined,
    timeZone: options.timeZone,
    timeZoneName: options.hasZoneName ? 'short' : undefined,
  }).format(new Date(iso))
}

/** Whether a name is that of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The clock of a time zone at a moment, as if it were UTC. */
function localTime(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0)
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
}

/** Returns the day of a moment in a time zone, such as '2026-11-21'. */
export function dayIn(timeZone: string, at: Date): string {
  return new Date(localTime(timeZone, at)).toISOString().slice(0, 10)
}

/** Returns the minutes since midnight in a time zone. */
export function minuteOfDay(timeZone: string, at: Date): number {
  return Math.floor((localTime(timeZone, at) % 86_400_000) / 60_000)
}

/**
 * Returns the moment when the clock of a time zone shows a time, such as '2026-11-21T08:30'. If clocks are put forward past
 * that time, the time moves with them, from 02:30 to 03:30; if they show it twice, it is the first moment.
 */
export function momentIn(timeZone: string, local: string): Date {
  const localMs = Date.parse(`${local}Z`)
  const offsets = [-1, 1].map((days) => {
    const nearbyMoment = new Date(localMs + days * 86_400_000)
    return localTime(timeZone, nearbyMoment) - nearbyMoment.getTime() + (nearbyMoment.getTime() % 1000)
  })
  const candidates = offsets.map((offset) => localMs - offset).sort((one, other) => one - other)
  const exact = candidates.find((at) => localTime(timeZone, new Date(at)) === localMs)
  return new Date(exact ?? candidates[1] ?? localMs)
}

/** Returns the first moment of a day in a time zone. @param day such as '2026-11-21' */
export function startOfDay(timeZone: string, day: string): Date {
  return momentIn(timeZone, `${day}T00:00`)
}

/** Returns the day `count` days after another. @param day such as '2026-11-21' */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the clock of a time zone at a moment, to the minute: '2026-03-01T09:30'. */
export function localMinute(timeZone: string, at: Date): string {
  return new Date(localTime(timeZone, at)).toISOString().slice(0, 16)
}
