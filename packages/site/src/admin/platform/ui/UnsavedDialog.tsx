import { Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router-dom'
import { loginPath } from '../session/admin-paths.ts'

interface UnsavedDialogProps {
  /** Called when the person is about to leave. @param nextPath the path and query they go to */
  isDirty: (nextPath: string) => boolean
  children: ReactNode
  stayLabel?: string
  /** Called before leaving. */
  onLeave?: () => Promise<void>
}

/** Asks before leaving unsaved changes for another screen. Does not ask on the way to the login. */
export function UnsavedDialog({
  isDirty,
  children,
  stayLabel = 'Keep editing',
  onLeave,
}: UnsavedDialogProps) {
  const [isLeaving, setLeaving] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty(nextLocation.pathname + nextLocation.search) &&
      nextLocation.pathname !== loginPath &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )

  async function leave() {
    setLeaving(true)
    await onLeave?.()
    setLeaving(false)
    blocker.proceed?.()
  }

  return (
    <Modal
      title="Leave without saving?"
      open={blocker.state === 'blocked'}
      onCancel={() => blocker.reset?.()}
      width={440}
      destroyOnHidden
      footer={[
        <Button key="leave" danger loading={isLeaving} onClick={() => void leave()}>
          Leave without saving
        </Button>,
        <Button key="stay" type="primary" onClick={() => blocker.reset?.()}>
          {stayLabel}
        </Button>,
      ]}
    >
      {children}
    </Modal>
  )
}
