import { Button, Modal } from 'antd'
import { useId, useRef, type ReactNode } from 'react'

interface FormDialogProps {
  title: string
  isOpen: boolean
  submitLabel: string
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that Enter submits. The first field takes the focus. */
export function FormDialog(props: FormDialogProps) {
  const { title, isOpen, submitLabel, isBusy, onSubmit, onClose, children } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={(isShown) => {
        if (isShown) form.current?.querySelector('input')?.focus()
      }}
      width={480}
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="submit" type="primary" htmlType="submit" form={formId} loading={isBusy}>
          {submitLabel}
        </Button>,
      ]}
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(submission) => {
          submission.preventDefault()
          if (!isBusy) onSubmit()
        }}
      >
        {children}
      </form>
    </Modal>
  )
}
