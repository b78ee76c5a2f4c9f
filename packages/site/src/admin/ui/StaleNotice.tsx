import { formatMoment } from '@priormark/core/dates'

/** Marks content that comes from this machine because the server is unreachable. @param at ISO 8601, or null if unknown */
export function StaleNotice({ at }: { at: string | null }) {
  return (
    <output className="admin-as-of">
      The server can’t be reached.{' '}
      {at === null ? 'This is the last saved copy.' : `This copy is from ${formatMoment(at)}.`}
    </output>
  )
}
