import type { MouseEvent } from 'react'
import { isOpen } from './order-labels.ts'
import type { FollowedOrder } from './order-watch.ts'

/** How fresh the page is, and the way to make it fresher. Where no script comes, the link loads the page anew. */
export function OrderFreshness({ watch, path }: { watch: FollowedOrder; path: string }) {
  const { connection, checkedAtMs, isChecking, order, check } = watch

  function checkNow(click: MouseEvent) {
    click.preventDefault()
    void check()
  }

  const isLost = connection === 'lost'
  return (
    <div className="order-freshness">
      <a href={path} data-held onClick={checkNow} aria-disabled={isChecking || undefined}>
        Check now
      </a>
      <p data-lost={isLost || undefined}>
        {/* Screen readers hear of a lost network, and not of every check. */}
        <span aria-live="polite">{isLost && 'We can’t reach the server right now. We’ll keep trying. '}</span>
        {!isLost && (isOpen(order) ? 'This page updates automatically. ' : 'Nothing more will change here. ')}
        {checkedAtMs !== null && `Checked at ${clock.format(checkedAtMs)}.`}
      </p>
    </div>
  )
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })
