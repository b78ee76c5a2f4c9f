import { messageOf } from '@priormark/core/platform/http/api-error'
import { normalizeEmail } from '@priormark/core/platform/email-address'
import type { CustomerOrder } from '@priormark/core/orders/customers/endpoints'
import { accountingYears } from '@priormark/core/platform/retention'
import { useState } from 'react'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'
import styles from '../OrderScreen.module.css'
import { privacyRuleText, useCustomer, useEraseCustomer } from './customer-queries.ts'

interface EraseDialogProps {
  orderId: string
  email: string
  isOpen: boolean
  onClose: () => void
}

/** Lists which data is erased or kept, and asks for the email address as confirmation. */
export function EraseDialog({ orderId, email, isOpen, onClose }: EraseDialogProps) {
  const customer = useCustomer(orderId, isOpen)
  const erase = useEraseCustomer(orderId)
  const [typedEmail, setTypedEmail] = useState('')
  const [error, setError] = useState<string>()

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
    erase.mutate(typedEmail, {
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
      <div className={styles.dialog}>
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
