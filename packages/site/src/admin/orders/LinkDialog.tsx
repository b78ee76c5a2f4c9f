import type { Order } from '@priormark/core/orders/order'
import { Button, Input, Modal, type InputRef } from 'antd'
import { useId, useRef } from 'react'
import { Field } from '../shell/Field.tsx'
import { actionLabel } from './order-actions.ts'
import { draftLink, useOrdersDesk } from './orders-desk.ts'
import { useSaveLink } from './use-save-link.ts'

interface LinkDialogProps {
  /** The order that gets a link; null shows nothing. */
  order: Order | null
  onClose: () => void
  /** It is gone from the screen: the time to put the focus somewhere. */
  onClosed: () => void
}

/** Asks for an order's blockchain link. */
export function LinkDialog({ order, onClose, onClosed }: LinkDialogProps) {
  const formId = useId()
  const input = useRef<InputRef>(null)
  const { save, error, clearError, isSaving } = useSaveLink('Could not update the order')
  const link = useOrdersDesk((desk) => (order === null ? '' : (desk.linkDrafts[order.id] ?? '')))

  function close() {
    clearError()
    onClose()
  }

  return (
    <Modal
      title={actionLabel['add-link']}
      open={order !== null}
      onCancel={close}
      afterClose={onClosed}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
      width={520}
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={close}>
          Cancel
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={formId} loading={isSaving}>
          Save Link
        </Button>,
      ]}
    >
      {order !== null && (
        <form
          id={formId}
          noValidate
          onSubmit={(submission) => {
            submission.preventDefault()
            // An empty entry is ignored (SPEC.md section 2).
            if (link.trim() === '') close()
            else if (!isSaving) save(order, link, close)
          }}
        >
          <p>
            The link completes the order of {order.firstName} {order.lastName}, “{order.projectName}”.
          </p>
          <Field
            label="Blockchain link"
            error={error}
            hint="The page of a block explorer that shows the entry."
          >
            {(tie) => (
              <Input
                {...tie}
                type="url"
                placeholder="https://"
                autoComplete="off"
                value={link}
                ref={input}
                onChange={({ target }) => {
                  draftLink(order.id, target.value)
                  clearError()
                }}
              />
            )}
          </Field>
        </form>
      )}
    </Modal>
  )
}
