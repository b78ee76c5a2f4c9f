import type { CustomerMail } from '@priormark/core/orders/customer-view'
import type { Order } from '@priormark/core/orders/order'
import { messageOf } from '@priormark/core/platform/http/api-error'
import type { MailKind } from '@priormark/core/platform/mail-kind'
import { Button } from 'antd'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { ConfirmDialog } from '../platform/ui/confirm-dialog.ts'
import { useCustomerView, useResendMail } from './order-queries.ts'
import { mailName, mailStateLabel } from './order-state-labels.ts'
import { resendPrompt, useOrderPrompt } from './orders-view.ts'

interface CustomerMailsProps {
  order: Order
  label: string
  /** The heading above names the first kind, unless the emails are about refunds. */
  kinds: readonly MailKind[]
}

/** The emails of some kinds to an order’s customer: the state of each, with a button that sends it again. */
export function CustomerMails({ order, label, kinds }: CustomerMailsProps) {
  const { data } = useCustomerView(order.id)
  const mails = data?.isErased === false ? data.mails.filter(({ kind }) => kinds.includes(kind)) : []
  if (mails.length === 0) return null
  return (
    <ul className="admin-list admin-stack" aria-label={label}>
      {mails.map((mail) => (
        <MailLine
          key={`${mail.kind} ${mail.refund?.id}`}
          order={order}
          mail={mail}
          hasName={mail.kind !== kinds[0] || mail.refund !== null}
        />
      ))}
    </ul>
  )
}

/** @param hasName whether it shows the name of the email, which the heading above does not */
function MailLine({ order, mail, hasName }: { order: Order; mail: CustomerMail; hasName: boolean }) {
  const { formatMoment } = useShopDates()
  const { state, at, obstacle } = mail
  const resend = useResendMail(order.id)
  const prompt = useOrderPrompt(order.id, resendPrompt(mail))
  const name = mailName(mail)
  const action = state === 'absent' ? 'Send' : 'Send again'
  return (
    <li className="admin-line">
      <div>
        {hasName && <strong>{name}</strong>}
        <div className="admin-soft">
          {mailStateLabel[state]}
          {at !== null && `, ${formatMoment(at)}`}
          {obstacle !== null && `. ${obstacle}`}
        </div>
      </div>
      <Button
        size="small"
        disabled={obstacle !== null}
        aria-label={`${action}: ${name}`}
        onClick={prompt.open}
      >
        {action}
      </Button>
      <ConfirmDialog
        isOpen={prompt.isOpen && obstacle === null}
        title={`Send the ${name.toLowerCase()}${state === 'absent' ? '' : ' again'}?`}
        confirmLabel="Send email"
        isBusy={resend.isPending}
        onConfirm={() =>
          resend.mutate(mail, {
            onSuccess: () =>
              toast({ title: 'Email queued', description: `It is on its way to ${order.email}` }),
            onError: (failure) => toastError('Not sent', messageOf(failure, 'The email could not be queued')),
            onSettled: prompt.close,
          })
        }
        onClose={prompt.close}
      >
        <p>This emails the customer now: {order.email}. The email has the order’s current details.</p>
      </ConfirmDialog>
    </li>
  )
}
