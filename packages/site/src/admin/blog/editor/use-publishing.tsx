import { useRef, useState, type RefObject } from 'react'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import { useStore } from 'zustand'
import type { RichEditorHandle } from './rich/RichEditor.tsx'
import type { useEditorSave } from './use-post-editor.ts'
import { postState } from '@priormark/core/blog/post'
import { ActionMenu, type MenuAction } from '../../platform/ui/ActionMenu.tsx'
import type { PostEditorState } from './post-form.ts'

const AltTextsDialog = lazyDialog(async () => (await import('./PublishDialogs.tsx')).AltTextsDialog, 'images')
const ScheduleDialog = lazyDialog(async () => (await import('./PublishDialogs.tsx')).ScheduleDialog, 'isOpen')

interface PublishingDeps {
  model: PostEditorModel
  saving: ReturnType<typeof useEditorSave>
  rich: RefObject<RichEditorHandle | null>
  /** Reads the rich editor now. While someone types, it is read with a delay. */
  readContent: () => void
}

/** Publishing and scheduling without leaving the editor, with the questions that come before. */
export function usePublishing({ model, saving, rich, readContent }: PublishingDeps) {
  const scheduledAt = useStore(model.store, ({ form }) => form.scheduledAt)
  const [isScheduling, setScheduling] = useState(false)
  const [waiting, setWaiting] = useState<{ images: string[]; save: () => void } | null>(null)
  /** What was asked about before. An image without a text may be meant to have none. */
  const askedImages = useRef<readonly string[]>([])

  function askForAltTexts(save: () => void) {
    const { isPublished, base, form } = model.store.getState()
    const images = imagesWithoutAlt(form.content)
    const isPublishedOrScheduled = isPublished || base.scheduledAt !== null
    // Those without a text in the published version were accepted before.
    const publishedImages = isPublishedOrScheduled ? imagesWithoutAlt(base.content) : []
    const acceptedImages = [...askedImages.current, ...publishedImages]
    if (images.every((image) => acceptedImages.includes(image))) return save()
    setWaiting({ images, save })
  }

  /** Saves the text as it is typed, and asks for alternative texts before that publishes images. */
  function whenDescribed(save: () => void) {
    readContent()
    const { status, scheduledAt } = model.store.getState().form
    if (status === 'published' || scheduledAt !== null) askForAltTexts(save)
    else save()
  }

  function publish(change: Parameters<PostEditorModel['edit']>[0], title: string) {
    askForAltTexts(() => {
      model.edit(change)
      void saving.saveInPlace(title)
    })
  }

  function act(action: PublishAction) {
    readContent()
    if (action === 'schedule') setScheduling(true)
    else if (action === 'publish') {
      publish({ status: 'published' }, model.store.getState().isPublished ? 'Post updated' : 'Post published')
    } else {
      model.edit({ status: 'draft', scheduledAt: null })
      void saving.saveInPlace()
    }
  }

  const dialogs = (
    <>
      <ScheduleDialog
        isOpen={isScheduling}
        scheduledAt={scheduledAt}
        onClose={() => setScheduling(false)}
        onSubmit={(at) => {
          setScheduling(false)
          publish({ status: 'draft', scheduledAt: at }, 'Post scheduled')
        }}
      />
      <AltTextsDialog
        images={waiting?.images ?? null}
        onClose={() => setWaiting(null)}
        onSubmit={(texts) => {
          rich.current?.setAltTexts(texts)
          readContent()
          askedImages.current = imagesWithoutAlt(model.store.getState().form.content)
          setWaiting(null)
          waiting?.save()
        }}
      />
    </>
  )
  return { act, whenDescribed, dialogs }
}

/** Returns the addresses of a post's images without alternative text, in their order. */
function imagesWithoutAlt(html: string): string[] {
  const images = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('img')
  return Array.from(images)
    .filter(({ alt }) => alt.trim() === '')
    .map((image) => image.getAttribute('src') ?? '')
}

/** What the menu does with the post, which stays open. */
type PublishAction = 'publish' | 'schedule' | 'draft'

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
