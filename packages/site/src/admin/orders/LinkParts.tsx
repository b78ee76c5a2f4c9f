import type { Order } from '@priormark/core/orders/order'
import { linkMailText, missingCodeText, stopReasonText, stopReason } from '@priormark/core/orders/order-rules'
import { useRecordCode } from '../proofs/recording/index.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { ExternalLink } from '../platform/ui/links.tsx'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'

interface LinkMailsProps {
  order: Order
  /** The link that was saved elsewhere since the order was shown, if any. */
  newerLink: string | undefined
}

/** Says whether the customer can still cancel, whether the order has a code that the link can show, which link is replaced and which emails follow when the order's link is saved. */
export function LinkMails({ order, newerLink }: LinkMailsProps) {
  const { formatMoment } = useShopDates()
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

interface WithoutPaymentProps {
  order: Order
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
  children: ReactNode
}

/** Shows its children, which tell how to record an order. Where the money is gone, the administrator first confirms that it is to be completed. */
export function WithoutPayment({ order, isConfirmed, onChange, children }: WithoutPaymentProps) {
  const stopped = stopReason(order)
  if (stopped === null) return children
  return (
    <>
      <p>
        <Checkbox checked={isConfirmed} onChange={({ target }) => onChange(target.checked)}>
          {stopReasonText[stopped]}. Complete the order anyway.
        </Checkbox>
      </p>
      {isConfirmed && children}
    </>
  )
}
