import { ApiError } from '@priormark/core/http/api-error'
import type { CustomerOrder } from '@priormark/core/customers/endpoints'
import { accountingYears } from '@priormark/core/retention'
import { Input } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Field } from '../ui/Field.tsx'
import styles from './CustomerData.module.css'
import { useCustomer, useEraseCustomer } from './customer-queries.ts'

interface EraseDialogProps {
  orderId: string
  email: string
  isOpen: boolean
  onClose: () => void
}

/** Lists what is erased and what is kept, and asks for the email address as confirmation. */
export function EraseDialog({ orderId, email, isOpen, onClose }: EraseDialogProps) {
  const customer = useCustomer(orderId, isOpen)
  const erase = useEraseCustomer(orderId)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  function close() {
    setTyped('')
    setError(undefined)
    onClose()
  }

  function confirm() {
    if (typed.trim().toLowerCase() !== email.toLowerCase()) {
      setError('Type the customer’s e-mail address as it stands in the order')
      return
    }
    erase.mutate(typed, {
      onSuccess: close,
      onError: (failure) =>
        setError(failure instanceof ApiError ? failure.sentence : 'Could not erase. Please try again.'),
    })
  }

  const orders = customer.data?.orders ?? []
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Erase this customer’s data?"
      confirmLabel="Erase"
      isBusy={erase.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <div className={styles.dialog}>
        <p>
          <strong>What goes:</strong> name, e-mail address, project, file, mails, notes, the page of the order
          and the secret number of its record. An order that nobody paid goes whole.
        </p>
        <p>
          <strong>What stays:</strong> number, date and payment of each paid order, for the accounts (
          {accountingYears} years), and the record on the blockchain, which nobody can tell from others any
          more. What the customer saved as evidence still holds. At the payment provider nothing is erased
          from here.
        </p>
        <h3>Orders with this address</h3>
        {customer.isError && <p>Could not be read. Close this and try again.</p>}
        <ul>
          {orders.map((order) => (
            <li key={order.id}>{erasureText(order)}</li>
          ))}
        </ul>
        <Field label="The customer’s e-mail address, to be sure" error={error}>
          {(tie) => (
            <Input
              {...tie}
              value={typed}
              autoComplete="off"
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <p>This is logged and cannot be undone.</p>
      </div>
    </ConfirmDialog>
  )
}

function erasureText({ projectName, fate, reason }: CustomerOrder): string {
  if (fate === 'wait') return `“${projectName}” must wait. ${reason ?? ''}`
  return fate === 'remove' ? `“${projectName}” goes whole.` : `“${projectName}” keeps its payment alone.`
}
