import type { MouseEvent } from 'react'
import { isOpen } from './order-labels.ts'
import type { FollowedOrder } from './order-watch.ts'

/** Shows when the order was last checked, and a link to check now. Without a script, the link reloads the page. */
export function OrderFreshness({ watch, path }: { watch: FollowedOrder; path: string }) {
  const { connection, checkedAtMs, isChecking, order, check } = watch

  function checkNow(click: MouseEvent) {
    click.preventDefault()
    void check()
  }

  const isLost = connection === 'lost'
  // The order is final, so nothing will change.
  if (!isOpen(order)) return null
  return (
    <div className="order-freshness">
      <a href={path} data-held onClick={checkNow} aria-disabled={isChecking || undefined}>
        Check now
      </a>
      <p data-lost={isLost || undefined}>
        {/* Screen readers announce a lost connection, but not every check. */}
        <span aria-live="polite">{isLost && 'We can’t reach the server right now. We’ll keep trying. '}</span>
        {!isLost && 'This page updates automatically. '}
        {checkedAtMs !== null && `Checked at ${clock.format(checkedAtMs)}.`}
      </p>
    </div>
  )
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })
