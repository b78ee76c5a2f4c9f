import { formatMoment } from '../session/shop-dates.ts'

/** Marks content from this computer, shown because the server is unreachable. @param at ISO 8601, or null if unknown */
export function StaleNotice({ at }: { at: string | null }) {
  return (
    <output className="admin-stale">
      The server can’t be reached.{' '}
      {at === null ? 'This is the last saved copy.' : `This copy is from ${formatMoment(at)}.`}
    </output>
  )
}
