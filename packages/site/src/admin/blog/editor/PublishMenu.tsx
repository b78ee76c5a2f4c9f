import { postState } from '@priormark/core/blog/post'
import { ActionMenu, type MenuAction } from '../../platform/ui/ActionMenu.tsx'
import type { PostEditorState } from './post-form.ts'

/** What the menu does with the post, which stays open. */
export type PublishAction = 'publish' | 'schedule' | 'draft'

interface PublishMenuProps {
  state: Pick<PostEditorState, 'base' | 'isPublished' | 'isSaving'>
  onAction: (action: PublishAction) => void
}

/** The button that publishes, schedules or saves the post without leaving the editor. */
export function PublishMenu({ state: { base, isPublished, isSaving }, onAction }: PublishMenuProps) {
  const entry = (action: PublishAction, label: string): MenuAction => ({ label, run: () => onAction(action) })
  const isScheduled = postState(base) === 'scheduled'
  const actions = isPublished
    ? [entry('publish', 'Update the post'), entry('draft', 'Unpublish')]
    : [
        entry('publish', 'Publish now'),
        entry('schedule', isScheduled ? 'Change the time…' : 'Schedule…'),
        entry('draft', isScheduled ? 'Unschedule' : 'Save draft'),
      ]
  const text = isPublished ? 'Update' : 'Publish'
  return <ActionMenu label={text} text={text} disabled={isSaving} actions={actions} />
}
