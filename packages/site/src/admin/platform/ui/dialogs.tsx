import { Button, Modal, type ModalProps } from 'antd'
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router-dom'
import { loginPath } from '../session/admin-paths.ts'
import { addOpenDialog } from './open-dialogs.ts'

interface DialogProps extends ModalProps {
  isOpen: boolean
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed?: (() => void) | undefined
}

/** antd's Modal. While it is open, keys, lost focus and toasts belong to it and not to the screen below (see isDialogOpen). */
export function Dialog({ isOpen, onClose, onClosed, ...props }: DialogProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (isOpen ? addOpenDialog(panel) : undefined), [isOpen])
  return (
    <Modal
      {...props}
      open={isOpen}
      onCancel={onClose}
      afterClose={() => onClosed?.()}
      panelRef={panel}
      destroyOnHidden
    />
  )
}

export interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  /** Whether confirming loses something. */
  isDanger?: boolean
  /** Whether the text is still loading. The button is disabled until then, because it would move away from under the pointer. */
  isLoading?: boolean
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
  onClosed?: (() => void) | undefined
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, isDanger = false, isLoading = false, isBusy, onConfirm, ...others } = props
  return (
    <Dialog
      {...others}
      width={440}
      okText={confirmLabel}
      // confirmLoading is not used, because Modal ignores Cancel while it is set.
      okButtonProps={{ danger: isDanger, disabled: isLoading, loading: isBusy }}
      onOk={onConfirm}
    />
  )
}

interface FormDialogProps extends Omit<
  ConfirmDialogProps,
  'confirmLabel' | 'isDanger' | 'isBusy' | 'onConfirm'
> {
  submitLabel: string
  width?: number
  isBusy?: boolean
  onSubmit: () => void
}

/** A text field, or the chosen radio button of a group. */
const firstField = 'input:not([type="checkbox"], [type="radio"]:not(:checked))'

/** A dialog with a form that Enter submits. The first field takes the focus. */
export function FormDialog(props: FormDialogProps) {
  const { children, submitLabel, isLoading = false, isBusy = false, onSubmit, ...others } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  return (
    <Dialog
      width={480}
      {...others}
      afterOpenChange={(isShown) => {
        if (isShown) form.current?.querySelector<HTMLElement>(firstField)?.focus()
      }}
      okText={submitLabel}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: isLoading, loading: isBusy }}
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
    </Dialog>
  )
}

interface UnsavedDialogProps {
  /** Called when the person is about to leave. @param nextPath the path and query of the next screen */
  isDirty: (nextPath: string) => boolean
  children: ReactNode
  stayLabel?: string
  /** Called before leaving. */
  onLeave?: () => Promise<void>
}

/** Asks before leaving unsaved changes for another screen. Does not ask on the way to the login. */
export function UnsavedDialog(props: UnsavedDialogProps) {
  const { isDirty, children, stayLabel = 'Keep editing', onLeave } = props
  const [isLeaving, setLeaving] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty(nextLocation.pathname + nextLocation.search) &&
      nextLocation.pathname !== loginPath &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  const stay = () => blocker.reset?.()

  async function leave() {
    setLeaving(true)
    await onLeave?.()
    setLeaving(false)
    blocker.proceed?.()
  }

  return (
    <Dialog
      title="Leave without saving?"
      isOpen={blocker.state === 'blocked'}
      onClose={stay}
      width={440}
      footer={[
        <Button key="leave" danger loading={isLeaving} onClick={() => void leave()}>
          Leave without saving
        </Button>,
        <Button key="stay" type="primary" onClick={stay}>
          {stayLabel}
        </Button>,
      ]}
    >
      {children}
    </Dialog>
  )
}
