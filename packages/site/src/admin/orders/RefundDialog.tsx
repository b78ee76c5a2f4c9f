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
import { useRefundOrder } from './order-payment-queries.ts'
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
  // A repeated click sends the same request, so it refunds once.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState<string | null>(null)
  const [reason, setReason] = useState<RefundReason>('requested_by_customer')
  const [error, setError] = useState<string>()
  const amount = typed ?? refundable.toFixed(2)
  const dollars = dollarsOf(amount)
  const isWhole = dollars >= refundable

  function close() {
    setId(crypto.randomUUID())
    setTyped(null)
    setError(undefined)
    onClose()
  }

  function confirm() {
    const request = { id, amount: dollars, reason }
    const tooMuch = `You can refund up to ${formatDollars(refundable)}`
    const found =
      formErrors(RefundRequest, request)['amount']?.[0] ?? (dollars > refundable ? tooMuch : undefined)
    setError(found)
    if (found !== undefined) return
    refund.mutate(request, {
      onSuccess: ({ refunds }) => {
        const isSent = refunds.some((one) => one.id === id && one.state === 'sent')
        if (isSent)
          toast({ title: 'Refunded', description: `${formatDollars(dollars)} is on its way to the customer` })
        else
          toast({
            title: 'Refund queued',
            description: 'Stripe isn’t responding. It will be sent automatically.',
          })
        close()
      },
      onError: (failure) => {
        const isRejected = failure instanceof ApiError
        setError(isRejected ? failure.fields['amount']?.[0] : undefined)
        const description = sentenceOf(failure, 'The refund could not be sent')
        toast({ title: 'Not refunded', description, variant: 'destructive' })
        // The server has decided, so another try is another refund.
        if (isRejected) setId(crypto.randomUUID())
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
