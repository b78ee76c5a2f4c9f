import type { AnchorQueue, AnchorView } from '@priormark/core/proofs/anchors/anchor'
import { isInBlock, type AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import type { Order, StopReason } from '@priormark/core/orders/order'
import { stopReason } from '@priormark/core/orders/order-rules'
import type { ShopDates } from '../../platform/session/shop-dates.tsx'
import type { StateMark } from '../../platform/ui/StateTag.tsx'

export const kindName: Record<AnchorKind, string> = {
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

const recordedToo: StateMark = { label: 'Will be recorded here too', mark: '○', tone: 'neutral' }

/**
 * The state of an anchor. A link that was entered manually was not checked on the blockchain. @param isExtra a link
 * already completed the order
 */
export function anchorMark(
  { kind, state, stuckReason }: Pick<AnchorView, 'kind' | 'state' | 'stuckReason'>,
  { isExtra = false }: { isExtra?: boolean } = {},
): StateMark {
  if (stuckReason !== null) return { label: 'Stuck', mark: '!', tone: 'error' }
  if (kind !== 'manual') return isExtra && state === 'queued' ? recordedToo : stateMarks[state]
  return isInBlock(state)
    ? { label: 'Link added', mark: '●', tone: 'success' }
    : { label: 'Needs a link', mark: '○', tone: 'warning' }
}

/** Returns how many paid orders wait for the next batch, and how many batches need a link. */
export function waitingText({
  waitingOrders: orders,
  batchesWithoutLink,
}: Pick<AnchorQueue, 'waitingOrders' | 'batchesWithoutLink'>): string {
  const waiting =
    orders === 0
      ? 'No paid orders are waiting for a batch.'
      : orders === 1
        ? '1 paid order is waiting for the next batch.'
        : `${orders} paid orders are waiting for the next batch.`
  if (batchesWithoutLink === 0) return waiting
  const open =
    batchesWithoutLink === 1 ? '1 batch needs a link.' : `${batchesWithoutLink} batches need a link.`
  return orders === 0 ? open : `${waiting} ${open}`
}

/** Returns how many paid orders are not recorded yet because their customers can still cancel; null for none. */
export function laterText({ laterOrders }: Pick<AnchorQueue, 'laterOrders'>): string | null {
  if (laterOrders === 0) return null
  return laterOrders === 1
    ? '1 paid order starts later, because its customer can still cancel.'
    : `${laterOrders} paid orders start later, because their customers can still cancel.`
}

const stoppedText: Record<StopReason, string> = {
  refunded: 'Refunded. It won’t be recorded.',
  disputed: 'Disputed. It won’t be recorded unless the dispute is won.',
  dispute_lost: 'The dispute is lost. It won’t be recorded.',
}

/** Returns why an order is recorded nowhere: no batch has it, or it was stopped before its batch got a link. */
export function unrecordedText(
  order: Pick<
    Order,
    'blockchainLink' | 'paymentConfirmed' | 'paymentState' | 'status' | 'dispute' | 'startsAt'
  >,
  { formatMoment }: ShopDates,
): string {
  const { blockchainLink, paymentConfirmed, startsAt } = order
  if (blockchainLink !== null) return 'Recorded at the link above.'
  const stopped = stopReason(order)
  if (stopped !== null) return stoppedText[stopped]
  if (startsAt !== null) {
    return `Recording starts on ${formatMoment(startsAt)}, because the customer can cancel until then. It starts sooner if the customer chooses “Start right away” on the order page.`
  }
  return paymentConfirmed ? 'Waiting to be recorded.' : 'It will be recorded once it’s paid.'
}

/** Returns how the clock of a time-stamping authority differs from the server's. */
export function clockText(aheadSeconds: number): string {
  const seconds = Math.abs(aheadSeconds)
  if (seconds === 0) return 'The same as the server’s'
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'} ${aheadSeconds > 0 ? 'ahead of' : 'behind'} the server’s`
}
