import { messageOf } from '@priormark/core/platform/http/api-error'
import { counted } from '@priormark/core/platform/counted'
import { normalizeEmail } from '@priormark/core/platform/email-address'
import type { CustomerOrder } from '@priormark/core/orders/customers/endpoints'
import { accountingYears } from '@priormark/core/platform/retention'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'
import styles from '../OrderScreen.module.css'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { privacyRuleText } from './customer-contact.ts'

interface EraseDialogProps {
  orderId: string
  email: string
  isOpen: boolean
  onClose: () => void
}

/** Lists which data is erased or kept, and asks for the email address as confirmation. */
export function EraseDialog({ orderId, email, isOpen, onClose }: EraseDialogProps) {
  const [typedEmail, setTypedEmail] = useState('')
  const [error, setError] = useState<string>()
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const customer = useQuery({
    queryKey: ['customers', orderId],
    queryFn: ({ signal }) => api.customers.read({ params: { id: orderId } }, { signal }),
    enabled: isOpen,
    // The data that may be erased changes over time.
    staleTime: 0,
    gcTime: 0,
  })
  const erase = useMutation({
    mutationFn: () => api.customers.erase({ params: { id: orderId }, body: { email: typedEmail } }),
    // Here, because the dialog disappears with the data.
    onSuccess: ({ erased, waiting }) =>
      toast({
        title: 'Customer data erased',
        description: `${counted(erased, 'order', 'orders')} erased${waiting.length > 0 ? `, ${counted(waiting.length, 'order', 'orders')} must wait` : ''}`,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })

  function close() {
    setTypedEmail('')
    setError(undefined)
    onClose()
  }

  function confirm() {
    if (normalizeEmail(typedEmail).toLowerCase() !== normalizeEmail(email).toLowerCase()) {
      setError('Type the customer’s email address exactly as it appears in the order')
      return
    }
    erase.mutate(undefined, {
      onSuccess: close,
      onError: (failure) => setError(messageOf(failure, 'The data could not be erased. Please try again.')),
    })
  }

  const orders = customer.data?.orders ?? []
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Erase this customer’s data?"
      confirmLabel="Erase"
      isDanger
      isLoading={customer.isLoading}
      isBusy={erase.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <div className={`admin-stack ${styles.dialog}`}>
        <p>{privacyRuleText}</p>
        <p>
          <strong>Erased:</strong> name, email address, project, file, emails, notes, the order page and the
          salts of the record. Unpaid orders are deleted.
        </p>
        <p>
          <strong>Kept:</strong> number, date and payment of each paid order, for accounting (
          {accountingYears} years), and the blockchain record, which can no longer be linked to the customer.
          Evidence that the customer saved stays valid. Data at the payment provider is not erased.
        </p>
        <h3>Orders with this address</h3>
        {customer.isError && <p>The orders could not be loaded. Close this and try again.</p>}
        <ul>
          {orders.map((order) => (
            <li key={order.id}>
              “<bdi>{order.projectName}</bdi>” {erasureText(order)}
            </li>
          ))}
        </ul>
        <TextField
          label="Type the customer’s email address to confirm"
          error={error}
          value={typedEmail}
          autoComplete="off"
          onChange={(next) => {
            setTypedEmail(next)
            setError(undefined)
          }}
        />
        <p>This is logged and can’t be undone.</p>
      </div>
    </ConfirmDialog>
  )
}

function erasureText({ action, reason }: CustomerOrder): string {
  if (action === 'wait') return `can’t be erased yet. ${reason ?? ''}`
  return action === 'remove' ? 'will be deleted.' : 'keeps only its payment.'
}
