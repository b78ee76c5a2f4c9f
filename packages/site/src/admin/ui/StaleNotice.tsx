import { formatMoment } from '@priormark/core/dates'

/** Marks content that comes from this machine because the server is unreachable. @param at ISO 8601, or null if unknown */
export function StaleNotice({ at }: { at: string | null }) {
  return (
    <output className="admin-as-of">
      The server cannot be reached.{' '}
      {at === null ? 'This is what was last seen here.' : `This is as of ${formatMoment(at)}.`}
    </output>
  )
}
