import { ApiError } from '@priormark/core/platform/http/api-error'
import { dollarsOf, formatDollars } from '@priormark/core/platform/money'
import type { Order } from '@priormark/core/orders/order'
import {
  refundReasons,
  RefundRequest,
  type RefundReason,
} from '@priormark/core/orders/payments/order-payment'
import { useState } from 'react'
import { useTypedState } from '../platform/session/typed-values.ts'
import { ConfirmDialog } from '../platform/ui/dialogs.tsx'
import { formErrors } from '../platform/ui/form-errors.ts'
import { SelectField } from '../platform/ui/NativeSelect.tsx'
import { DollarField } from '../platform/ui/DollarField.tsx'
import { useRefundOrder, type RefundTarget } from './order-payment-queries.ts'
import { refundReasonLabel } from './order-state-labels.ts'

export interface RefundDialogProps {
  title: string
  order: Order
  target: RefundTarget
  /** What is left to refund, in dollars; null if only the server knows. */
  refundable: number | null
  isOpen: boolean
  onClose: () => void
}

const reasonOptions = refundReasons.map((value) => ({ value, label: refundReasonLabel[value] }))

/** Asks how much to refund and why. */
export function RefundDialog({ title, order, target, refundable, isOpen, onClose }: RefundDialogProps) {
  const { paymentId, isMadeAnotherWay = false } = target
  const key = `${order.id} ${paymentId ?? isMadeAnotherWay}`
  const refund = useRefundOrder(order.id, key)
  // A refund whose result is unknown is continued.
  const openRefund = refund.openRefund()
  const [id, setId] = useState(() => openRefund?.id ?? crypto.randomUUID())
  const [typedAmount, setTypedAmount] = useTypedState<string>(`refund of ${key}`)
  const [chosenReason, setReason] = useTypedState<RefundReason>(`reason of ${key}`)
  const defaultReason = paymentId === undefined ? 'requested_by_customer' : 'duplicate'
  const reason = chosenReason ?? openRefund?.reason ?? defaultReason
  const [error, setError] = useState<string>()
  const amount = typedAmount ?? (openRefund?.amount ?? refundable ?? order.paymentAmount).toFixed(2)
  const dollars = dollarsOf(amount)

  function close() {
    if (refund.openRefund() === undefined) {
      setId(crypto.randomUUID())
      setTypedAmount(null)
      setReason(null)
    }
    setError(undefined)
    onClose()
  }

  function confirm() {
    const request = { id, amount: dollars, reason, ...target }
    // A refund that is continued may have been made already, so that less is left.
    const isTooMuch = openRefund === undefined && refundable !== null && dollars > refundable
    const limitText = isTooMuch ? `You can refund up to ${formatDollars(refundable)}` : undefined
    const message = formErrors(RefundRequest, request)['amount']?.[0] ?? limitText
    setError(message)
    if (message !== undefined) return
    // Otherwise the field would change to the amount that is left after this refund.
    setTypedAmount(amount)
    refund.mutate(request, {
      onSuccess: ({ refunds }) => {
        if (refunds.some((candidate) => candidate.id === id && candidate.state === 'rejected'))
          setId(crypto.randomUUID())
        else close()
      },
      onError: (failure) => {
        if (!(failure instanceof ApiError)) return
        setError(failure.fields['amount']?.[0])
        if (failure.status === 400) setId(crypto.randomUUID())
      },
    })
  }

  const verb = isMadeAnotherWay ? 'Record' : 'Refund'
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      confirmLabel={Number.isFinite(dollars) && dollars > 0 ? `${verb} ${formatDollars(dollars)}` : verb}
      isBusy={refund.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <p>
        {isMadeAnotherWay
          ? 'Return the money first: this only records it, and sends nothing to Stripe.'
          : `Stripe returns the money to the card of ${order.firstName} ${order.lastName}, usually within 5 to 10 business days, but keeps its fee.`}
        {order.email !== '' && ` This emails the customer: ${order.email}.`}
      </p>
      {openRefund !== undefined && !refund.isPending && (
        <p role="note">
          The last attempt may have arrived. Confirm it again to continue it: it counts only once.
        </p>
      )}
      <DollarField
        label="Amount in USD"
        error={error}
        hint={
          refundable === null ? 'All or part of the second payment' : `Up to ${formatDollars(refundable)}`
        }
        value={amount}
        onChange={(next) => {
          setTypedAmount(next)
          setError(undefined)
        }}
      />
      <SelectField label="Reason" value={reason} options={reasonOptions} onChange={setReason} />
      {paymentId === undefined ? (
        <RefundEffects order={order} isFullRefund={refundable !== null && dollars >= refundable} />
      ) : (
        <p>The order itself stays paid.</p>
      )}
      <p>This is logged and can’t be undone.</p>
    </ConfirmDialog>
  )
}

function RefundEffects({ order, isFullRefund }: { order: Order; isFullRefund: boolean }) {
  return (
    <>
      <p>
        {isFullRefund
          ? 'This is all that is left: after it, nothing more can be refunded, and the order is labeled Refunded.'
          : 'The order stays as it is, and the rest can be refunded later.'}
      </p>
      {isFullRefund && order.blockchainLink === null && (
        <p>
          The order leaves To Fulfill, and its work won’t be recorded. What was already sent to a blockchain
          stays there.
        </p>
      )}
      {order.blockchainLink !== null && (
        <p>The blockchain record stays, and so does the customer’s evidence.</p>
      )}
    </>
  )
}
