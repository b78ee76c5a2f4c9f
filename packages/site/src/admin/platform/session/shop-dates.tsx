import { formatDay, formatMoment, isTimeZone, localMinute, momentIn } from '@priormark/core/platform/dates'
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'

/** Dates in the shop's time zone. */
export type ShopDates = ReturnType<typeof shopDates>

/** Returns functions that format and parse dates in a time zone. */
export function shopDates(timeZone: string) {
  return {
    timeZone,
    /** 'Apr 28, 2025' */
    formatDay: (iso: string) => formatDay(iso, timeZone),
    /** 'Apr 28, 2025, 2:05 PM UTC' */
    formatMoment: (iso: string) => formatMoment(iso, timeZone),
    /** '2:05 PM' */
    formatTime: (timeMs: number) =>
      new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(timeMs),
    /** The value of a datetime-local field: '2026-03-01T09:30', or '' for null. */
    localMoment: (iso: string | null) => (iso === null ? '' : localMinute(timeZone, new Date(iso))),
    /** Parses such a value to ISO 8601 in UTC. Null if it is empty or invalid. */
    momentFrom: (local: string) =>
      local === '' || Number.isNaN(Date.parse(local)) ? null : momentIn(timeZone, local).toISOString(),
  }
}

const Context = createContext<ShopDates | null>(null)

/** Returns functions that format and parse dates in the shop's time zone. */
export function useShopDates(): ShopDates {
  const dates = useContext(Context)
  if (dates === null) throw new Error('useShopDates works only below ShopDatesProvider')
  return dates
}

interface ShopDatesProviderProps {
  /** The shop's time zone. Until the login is checked, it is undefined, and the last known one is used. */
  timeZone: string | undefined
  children: ReactNode
}

/** Provides useShopDates to the screens below it. */
export function ShopDatesProvider({ timeZone: shopTimeZone = '', children }: ShopDatesProviderProps) {
  const timeZone = isTimeZone(shopTimeZone) ? shopTimeZone : readStoredZone()
  useEffect(() => {
    unlessBlocked(() => localStorage.setItem(storageKey, timeZone))
  }, [timeZone])
  const dates = useMemo(() => shopDates(timeZone), [timeZone])
  return <Context value={dates}>{children}</Context>
}

const storageKey = 'priormark.time-zone'

function readStoredZone(): string {
  const storedZone = unlessBlocked(() => localStorage.getItem(storageKey))
  return storedZone !== null && isTimeZone(storedZone) ? storedZone : 'UTC'
}
