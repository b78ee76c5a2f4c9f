import type { Order } from '@priormark/core/orders/order'
import { linkMailText, missingCodeText, stopReasonText, stopReason } from '@priormark/core/orders/order-rules'
import { useRecordCode } from '../proofs/recording/index.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { ExternalLink } from '../platform/ui/links.tsx'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'

interface LinkConsequencesProps {
  order: Order
  /** The link that was saved elsewhere since the order was shown, if any. */
  newerLink: string | undefined
}

/** Says what saving an order's link means: which link it replaces, which emails it sends, and why it may be too early. */
export function LinkConsequences({ order, newerLink }: LinkConsequencesProps) {
  const { formatMoment } = useShopDates()
  const { data, isError } = useRecordCode(order.id)
  const replacedLink = newerLink ?? order.blockchainLink
  return (
    <>
      {order.startsAt !== null && (
        <p role="note">
          The customer can cancel until {formatMoment(order.startsAt)} and has not asked to start sooner.
          Recording the work now doesn’t end that right.
        </p>
      )}
      {replacedLink !== null && (
        <p role={newerLink === undefined ? undefined : 'alert'}>
          {newerLink === undefined
            ? 'This replaces'
            : 'Another link was saved meanwhile. Saving replaces it:'}{' '}
          <ExternalLink link={replacedLink} />
        </p>
      )}
      {data === undefined ? (
        <p role={isError ? 'alert' : undefined}>
          {isError ? 'The emails that follow could not be loaded.' : 'Loading the emails that follow…'}
        </p>
      ) : (
        <>
          {data.code === null && <p role="note">{missingCodeText(order, data.isEvidenceMailed)}</p>}
          <p>{linkMailText({ ...order, blockchainLink: replacedLink }, data.isEvidenceMailed)}</p>
        </>
      )}
    </>
  )
}

interface StopConfirmationProps {
  order: Order
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
  children: ReactNode
}

/** Shows its children. After a refund or dispute, shows them only once the administrator confirms completing the order anyway. */
export function StopConfirmation({ order, isConfirmed, onChange, children }: StopConfirmationProps) {
  const reason = stopReason(order)
  if (reason === null) return children
  return (
    <>
      <p>
        <Checkbox checked={isConfirmed} onChange={({ target }) => onChange(target.checked)}>
          {stopReasonText[reason]}. Complete the order anyway.
        </Checkbox>
      </p>
      {isConfirmed && children}
    </>
  )
}
