import { formatMoment } from '@priormark/core/dates'

/** Marks what is shown from this machine because the server cannot be reached. @param at when it was seen, ISO 8601; null where that is not known */
export function StaleNotice({ at }: { at: string | null }) {
  return (
    <output className="admin-as-of">
      The server cannot be reached.{' '}
      {at === null ? 'This is what was last seen here.' : `This is as of ${formatMoment(at)}.`}
    </output>
  )
}
