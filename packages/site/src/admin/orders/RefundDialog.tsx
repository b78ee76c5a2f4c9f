import { ApiError, sentenceOf } from '@priormark/core/http/api-error'
import { formatDollars } from '@priormark/core/money'
import type { Order } from '@priormark/core/orders/order'
import { refundReasons, RefundRequest, type RefundReason } from '@priormark/core/payments/order-payment'
import { useState } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DollarField, dollarsOf } from '../ui/DollarField.tsx'
import { Field } from '../ui/Field.tsx'
import { formErrors } from '../ui/form-errors.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { isRefundDeclined, useRefundOrder } from './order-payment-queries.ts'
import { refundReasonLabel } from './order-state-labels.ts'

interface RefundDialogProps {
  order: Order
  /** What is left to refund, in dollars. */
  refundable: number
  isOpen: boolean
  onClose: () => void
}

const reasonOptions = refundReasons.map((value) => ({ value, label: refundReasonLabel[value] }))

/** Asks how much of a payment to refund and why. */
export function RefundDialog({ order, refundable, isOpen, onClose }: RefundDialogProps) {
  const refund = useRefundOrder(order.id)
  // After an uncertain result, the same refund is continued.
  const open = refund.openRefund()
  const [id, setId] = useState(() => open?.id ?? crypto.randomUUID())
  const [typed, setTyped] = useState(open?.amount.toFixed(2) ?? null)
  const [reason, setReason] = useState<RefundReason>(open?.reason ?? 'requested_by_customer')
  const [error, setError] = useState<string>()
  const amount = typed ?? refundable.toFixed(2)
  const dollars = dollarsOf(amount)
  const isWhole = dollars >= refundable

  function close() {
    if (refund.openRefund() === undefined) {
      setId(crypto.randomUUID())
      setTyped(null)
    }
    setError(undefined)
    onClose()
  }

  function confirm() {
    const request = { id, amount: dollars, reason }
    // A refund that is continued may have been made, so less is left.
    const isTooMuch = open === undefined && dollars > refundable
    const tooMuch = `You can refund up to ${formatDollars(refundable)}`
    const found = formErrors(RefundRequest, request)['amount']?.[0] ?? (isTooMuch ? tooMuch : undefined)
    setError(found)
    if (found !== undefined) return
    refund.mutate(request, {
      onSuccess: ({ refunds }) => {
        const made = refunds.find((one) => one.id === id)
        if (made?.state === 'rejected') {
          const description = made.failure ?? 'The refund failed'
          toast({ title: 'Not refunded', description, variant: 'destructive' })
          setId(crypto.randomUUID())
          return
        }
        if (made?.state === 'sent')
          toast({ title: 'Refunded', description: `${formatDollars(dollars)} is on its way to the customer` })
        else
          toast({
            title: 'Refund queued',
            description: 'Stripe isn’t responding. It will be sent automatically.',
          })
        close()
      },
      onError: (failure) => {
        const isDeclined = isRefundDeclined(failure)
        toast({
          title: isDeclined ? 'Not refunded' : 'Refund not confirmed',
          description: sentenceOf(failure, 'The server could not say whether the refund was sent'),
          variant: 'destructive',
        })
        if (!(failure instanceof ApiError)) return
        setError(failure.fields['amount']?.[0])
        if (failure.status === 400) setId(crypto.randomUUID())
      },
    })
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Refund this order?"
      confirmLabel={Number.isFinite(dollars) && dollars > 0 ? `Refund ${formatDollars(dollars)}` : 'Refund'}
      isBusy={refund.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <p>
        Stripe returns the money to the card of {order.firstName} {order.lastName}, usually within 5 to 10
        business days, but keeps its fee.{order.email !== '' && ` This emails the customer: ${order.email}.`}
      </p>
      {open !== undefined && !refund.isPending && (
        <p role="note">
          The last attempt may have reached Stripe. Confirm it again to continue it: the money goes out once.
        </p>
      )}
      <DollarField
        label="Amount in USD"
        error={error}
        hint={`Up to ${formatDollars(refundable)}`}
        value={amount}
        onChange={(next) => {
          setTyped(next)
          setError(undefined)
        }}
      />
      <Field label="Reason">
        {({ id: inputId }) => (
          <NativeSelect id={inputId} value={reason} options={reasonOptions} onChange={setReason} />
        )}
      </Field>
      <p>
        {isWhole
          ? 'This is all that is left: after it, nothing more can be refunded, and the order is labeled Refunded.'
          : 'The order stays as it is, and the rest can be refunded later.'}
      </p>
      {isWhole && order.blockchainLink === null && (
        <p>
          The order leaves To Fulfill, and its work won’t be recorded. What was already sent to a blockchain
          stays there.
        </p>
      )}
      {order.blockchainLink !== null && (
        <p>The blockchain record stays, and so does the customer’s evidence.</p>
      )}
      <p>This is logged and can’t be undone.</p>
    </ConfirmDialog>
  )
}
