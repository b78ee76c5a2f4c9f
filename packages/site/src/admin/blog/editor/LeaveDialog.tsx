import { hasContent } from '@priormark/core/blog/post-input'
import { UnsavedDialog } from '../../platform/ui/dialogs.tsx'
import { useDraftStatus } from '../draft-queries.ts'
import { editorPath } from '../post-rows.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import { isDirty } from './post-form.ts'

const becomesDraft = 'What you wrote becomes a draft. You’ll find it in the list of posts.'
const savedHere = 'What you wrote is saved on this computer. You can restore it when you start a new post.'
const notSaved = 'What you wrote can’t be saved on this computer.'

/** Asks before leaving unsaved changes. Does not ask on the way to the login, because the text stays on this computer. */
export function LeaveDialog({ model }: { model: PostEditorModel }) {
  const { isUnavailable } = useDraftStatus()

  function consequence(): string {
    const { isNew, basedOn, form } = model.store.getState()
    if (isNew && hasContent(form.content)) return becomesDraft
    if (basedOn.version !== null) return 'Your changes aren’t in the post yet. They’re saved as a revision.'
    return `This post hasn’t been created yet. ${isUnavailable ? notSaved : savedHere}`
  }

  return (
    <UnsavedDialog
      isDirty={(nextPath) =>
        isDirty(model.store.getState()) && nextPath !== editorPath(model.store.getState().postId)
      }
      onLeave={() => model.leave()}
    >
      <p>{consequence()}</p>
    </UnsavedDialog>
  )
}
