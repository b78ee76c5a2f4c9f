import type { AnchorQueue, AnchorView } from '@priormark/core/proofs/anchors/endpoints'
import { isInBlock, type AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import type { Order, StopReason } from '@priormark/core/orders/order'
import { stopReason } from '@priormark/core/orders/order-rules'
import { counted } from '@priormark/core/platform/counted'
import type { ShopDates } from '../../platform/session/shop-dates.tsx'
import type { StateMark } from '../../platform/ui/StateTag.tsx'

export const anchorKindLabel: Record<AnchorKind, string> = {
  manual: 'Manual link',
  evm: 'Blockchain transaction',
  opentimestamps: 'OpenTimestamps (Bitcoin)',
  rfc3161: 'Time-stamp (RFC 3161)',
}

const stateMarks: Record<AnchorState, StateMark> = {
  queued: { label: 'Waiting', mark: '○', tone: 'warning' },
  submitted: { label: 'Submitted', mark: '◔', tone: 'warning' },
  included: { label: 'In a block', mark: '◑', tone: 'success' },
  final: { label: 'Final', mark: '●', tone: 'success' },
}

/**
 * The state of an anchor. A link that was entered manually was not checked on the blockchain. @param hasManualLink whether
 * such a link has already completed the order
 */
export function anchorMark(
  { kind, state, stuckReason }: Pick<AnchorView, 'kind' | 'state' | 'stuckReason'>,
  hasManualLink = false,
): StateMark {
  if (stuckReason !== null) return { label: 'Stuck', mark: '!', tone: 'error' }
  if (kind !== 'manual')
    return hasManualLink && state === 'queued'
      ? { label: 'Will be recorded here too', mark: '○', tone: 'neutral' }
      : stateMarks[state]
  return isInBlock(state)
    ? { label: 'Link added', mark: '●', tone: 'success' }
    : { label: 'Needs a link', mark: '○', tone: 'warning' }
}

/** Returns how many paid orders wait for the next batch, and how many batches need a link. */
export function waitingText({
  waitingOrders,
  batchesWithoutLink,
}: Pick<AnchorQueue, 'waitingOrders' | 'batchesWithoutLink'>): string {
  const ordersText = `${counted(waitingOrders, 'paid order is', 'paid orders are')} waiting for the next batch.`
  const linksText = `${counted(batchesWithoutLink, 'batch needs', 'batches need')} a link.`
  if (batchesWithoutLink === 0)
    return waitingOrders === 0 ? 'No paid orders are waiting for a batch.' : ordersText
  return waitingOrders === 0 ? linksText : `${ordersText} ${linksText}`
}

/** Returns how many paid orders are not recorded yet because their customers can still cancel; null for none. */
export function laterStartText({ laterOrders }: Pick<AnchorQueue, 'laterOrders'>): string | null {
  if (laterOrders === 0) return null
  return laterOrders === 1
    ? '1 paid order starts later, because its customer can still cancel.'
    : `${laterOrders} paid orders start later, because their customers can still cancel.`
}

const stopText: Record<StopReason, string> = {
  refunded: 'Refunded. It won’t be recorded.',
  disputed: 'Disputed. It won’t be recorded unless the dispute is won.',
  dispute_lost: 'The dispute is lost. It won’t be recorded.',
}

/** Returns why an order has no anchors. */
export function unrecordedText(
  order: Pick<
    Order,
    'blockchainLink' | 'paymentConfirmed' | 'paymentState' | 'status' | 'dispute' | 'startsAt'
  >,
  { formatMoment }: ShopDates,
): string {
  const { blockchainLink, paymentConfirmed, startsAt } = order
  if (blockchainLink !== null) return 'Recorded at the link above.'
  const reason = stopReason(order)
  if (reason !== null) return stopText[reason]
  if (startsAt !== null) {
    return `Recording starts on ${formatMoment(startsAt)}, because the customer can cancel until then. It starts sooner if the customer chooses “Start right away” on the order page.`
  }
  return paymentConfirmed ? 'Waiting to be recorded.' : 'It will be recorded once it’s paid.'
}

/** Returns how the clock of a time-stamping authority differs from the server's. */
export function clockText(aheadSeconds: number): string {
  const seconds = Math.abs(aheadSeconds)
  if (seconds === 0) return 'The same as the server’s'
  return `${counted(seconds, 'second', 'seconds')} ${aheadSeconds > 0 ? 'ahead of' : 'behind'} the server’s`
}
