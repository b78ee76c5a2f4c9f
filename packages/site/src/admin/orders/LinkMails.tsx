import type { Order } from '@priormark/core/orders/order'
import { linkMailText, missingCodeText } from '@priormark/core/orders/order-rules'
import { useRecordCode } from '../proofs/recording/index.ts'
import { formatMoment } from '../platform/session/shop-dates.ts'
import { ExternalLink } from '../platform/ui/ExternalLink.tsx'

interface LinkMailsProps {
  order: Order
  /** The link that was saved elsewhere since the order was shown, if any. */
  newerLink: string | undefined
}

/** Says whether the customer can still cancel, whether the order has a code that the link can show, which link is replaced and which emails follow when the order's link is saved. */
export function LinkMails({ order, newerLink }: LinkMailsProps) {
  const { data, isError } = useRecordCode(order.id)
  const replaced = newerLink ?? order.blockchainLink
  return (
    <>
      {order.startsAt !== null && (
        <p role="note">
          The customer can cancel until {formatMoment(order.startsAt)} and has not asked to start sooner.
          Recording the work now doesn’t end that right.
        </p>
      )}
      {replaced !== null && (
        <p role={newerLink === undefined ? undefined : 'alert'}>
          {newerLink === undefined
            ? 'This replaces'
            : 'Another link was saved meanwhile. Saving replaces it:'}{' '}
          <ExternalLink link={replaced} />
        </p>
      )}
      {data === undefined ? (
        <p role={isError ? 'alert' : undefined}>
          {isError ? 'Which emails follow could not be loaded.' : 'Loading which emails follow…'}
        </p>
      ) : (
        <>
          {data.code === null && <p role="note">{missingCodeText(order, data.isEvidenceMailed)}</p>}
          <p>{linkMailText({ ...order, blockchainLink: replaced }, data.isEvidenceMailed)}</p>
        </>
      )}
    </>
  )
}
