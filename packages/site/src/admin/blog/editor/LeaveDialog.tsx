import { UnsavedDialog } from '../../platform/ui/dialogs.tsx'
import { useDraftStatus } from '../draft-status.ts'
import { editorPath } from '../post-rows.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import { isDirty } from './post-editor-state.ts'

const savedHere = 'What you wrote is saved in this browser. You can restore it when you start a new post.'
const notSaved = 'What you wrote can’t be saved in this browser.'

/** Asks before leaving unsaved changes. Does not ask on the way to the login, because the text stays in this browser. */
export function LeaveDialog({ model }: { model: PostEditorModel }) {
  const { isUnavailable } = useDraftStatus()
  return (
    <UnsavedDialog
      isDirty={(nextPath) =>
        isDirty(model.store.getState()) && nextPath !== editorPath(model.store.getState().postId)
      }
      onLeave={() => model.leave()}
    >
      <p>
        {model.store.getState().basedOn.version === null
          ? `This post hasn’t been created yet. ${isUnavailable ? notSaved : savedHere}`
          : 'Your changes aren’t in the post yet. They’re saved as a revision.'}
      </p>
    </UnsavedDialog>
  )
}
