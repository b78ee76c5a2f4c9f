import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  /** Whether the text still loads. The button can then not be pressed: it would move under the pointer, and the press be lost. */
  isLoading?: boolean
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed?: (() => void) | undefined
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    children,
    confirmLabel,
    isLoading = false,
    isBusy,
    onConfirm,
    onClose,
    onClosed,
  } = props
  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={onClose}
      afterClose={() => onClosed?.()}
      width={440}
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="confirm" type="primary" disabled={isLoading} loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>,
      ]}
    >
      {children}
    </Modal>
  )
}
