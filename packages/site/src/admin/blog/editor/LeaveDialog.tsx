import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { useDraftStatus } from '../draft-status.ts'
import { loginPath } from '../../session/admin-paths.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import { isDirty } from './post-editor-state.ts'

const savedHere = 'What you wrote is saved in this browser. You can restore it when you start a new post.'
const notSaved = 'What you wrote can’t be saved in this browser.'

/** Asks before leaving unsaved changes. Does not ask on the way to the login, because the text stays in this browser. */
export function LeaveDialog({ model }: { model: PostEditorModel }) {
  const [isLeaving, setLeaving] = useState(false)
  const { isUnavailable } = useDraftStatus()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty(model.store.getState()) &&
      nextLocation.pathname !== loginPath &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )

  async function leave() {
    setLeaving(true)
    await model.leave()
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
          Leave Without Saving
        </Button>,
        <Button key="stay" type="primary" onClick={() => blocker.reset?.()}>
          Keep Editing
        </Button>,
      ]}
    >
      <p>
        {model.store.getState().basedOn.version === null
          ? `This post hasn’t been created yet. ${isUnavailable ? notSaved : savedHere}`
          : 'Your changes aren’t in the post yet. They’re saved as a revision.'}
      </p>
    </Modal>
  )
}
