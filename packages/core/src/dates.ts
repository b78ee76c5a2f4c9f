const day = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
const second = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** Formats a day in UTC, so that server and browser print the same: 'Apr 28, 2025'. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** Formats day and minute in UTC: 'Apr 28, 2025, 14:05 UTC'. */
export function formatMoment(iso: string): string {
  return `${moment.format(new Date(iso))} UTC`
}

/**
 * Formats a block's time to the second: 'Apr 28, 2025, 14:05:09 UTC'. Without seconds it would claim an earlier time.
 */
export function formatSecond(iso: string): string {
  return `${second.format(new Date(iso))} UTC`
}

/**
 * Formats a coming day and minute: 'Tue, Nov 24, 8:05 AM'. With a zone's name, such as 'GMT', where the reader may be
 * elsewhere. With a year for a past day: 'Sun, Nov 22, 2026, 8:05 AM'.
 * @param timeZone an IANA name; undefined is the zone of this machine
 */
export function formatDeadline(
  iso: string,
  {
    timeZone,
    named,
    withYear = false,
  }: { timeZone?: string | undefined; named: boolean; withYear?: boolean },
): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    ...(withYear ? { year: 'numeric' } : {}),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(named ? { timeZoneName: 'short' } : {}),
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
