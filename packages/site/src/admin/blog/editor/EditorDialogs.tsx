import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { toast } from '../../../ui/toast-store.ts'
import { DeletePostDialog } from '../DeletePostDialog.tsx'
import { useDraftStatus } from '../draft-queries.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import type { DialogRequest } from './rich/plugin-tools.ts'
import type { RichEditorHandle } from './rich/RichEditor.tsx'
import { hasContent } from '@priormark/core/blog/post'
import { UnsavedDialog } from '../../platform/ui/dialogs.tsx'
import { editorPath } from '../post-rows.ts'
import { isDirty, textsOf } from './post-form.ts'

const ImageLibraryDialog = lazyDialog(
  async () => (await import('../images/LibraryDialogs.tsx')).ImageLibraryDialog,
  'isOpen',
)
const GalleryDialog = lazyDialog(
  async () => (await import('../images/LibraryDialogs.tsx')).GalleryDialog,
  'isOpen',
)
const FootnoteDialog = lazyDialog(async () => (await import('./TextDialogs.tsx')).FootnoteDialog, 'note')
const BookmarkDialog = lazyDialog(async () => (await import('./TextDialogs.tsx')).BookmarkDialog, 'bookmark')
const ImageOptionsDialog = lazyDialog(
  async () => (await import('./TextDialogs.tsx')).ImageOptionsDialog,
  'options',
)
const HistoryDialog = lazyDialog(async () => (await import('./HistoryDialog.tsx')).HistoryDialog, 'isOpen')

/** The open dialog. `new-image` and `content-image` add an image to the text, `featured-image` sets that of the post. */
export type OpenedDialog = DialogRequest | 'delete' | 'history' | 'featured-image' | null

interface EditorDialogsProps {
  model: PostEditorModel
  dialog: OpenedDialog
  onClose: () => void
  onDeleted: () => Promise<void>
}

/** The dialogs of the editor about the post and its images. */
export function EditorDialogs({ model, dialog, onClose, onDeleted }: EditorDialogsProps) {
  const { postId, form, basedOn } = useStore(model.store)
  const hasChangedText = useRef(false)

  /** Closes the dialog and changes the text, which has the focus afterwards. */
  function changeText(change: (handle: RichEditorHandle) => void) {
    onClose()
    if (model.rich === null) return
    change(model.rich)
    hasChangedText.current = true
  }

  /** Focuses the text after a change. Closing would return the focus to the button that opened the dialog. */
  function focusText() {
    if (hasChangedText.current) model.rich?.focus()
    hasChangedText.current = false
  }
  const closeProps = { onClose, onClosed: focusText }

  function selectImage(image: BlogImage) {
    if (dialog !== 'featured-image') return changeText((handle) => handle.insertImage(image))
    model.edit({ featuredImage: image.url })
    onClose()
  }

  const request = typeof dialog === 'object' ? dialog : null

  return (
    <>
      <DeletePostDialog
        post={dialog === 'delete' ? { id: postId, version: basedOn.version } : null}
        onDeleted={() => {
          model.finish()
          void onDeleted()
        }}
        onClose={onClose}
      />
      <HistoryDialog
        isOpen={dialog === 'history'}
        postId={postId}
        current={textsOf(form)}
        onClose={onClose}
        onRestore={(fields) => {
          onClose()
          void model
            .restore(fields)
            .then(() => toast({ title: 'Text restored', description: 'Save the post to keep it.' }))
        }}
      />
      <ImageLibraryDialog
        isOpen={dialog === 'new-image' || dialog === 'content-image' || dialog === 'featured-image'}
        isForUpload={dialog === 'new-image'}
        onSelect={selectImage}
        {...closeProps}
      />
      <GalleryDialog
        isOpen={dialog === 'gallery'}
        onSubmit={(images) => changeText((handle) => handle.addToGallery(images))}
        {...closeProps}
      />
      <FootnoteDialog
        note={request?.footnote ?? null}
        onSubmit={(note) => changeText((handle) => handle.setFootnote(note))}
        {...closeProps}
      />
      <BookmarkDialog
        bookmark={request?.bookmark ?? null}
        onSubmit={(bookmark) => changeText((handle) => handle.setBookmark(bookmark))}
        {...closeProps}
      />
      <ImageOptionsDialog
        options={request?.image ?? null}
        onClose={onClose}
        onApply={(options) => {
          onClose()
          model.rich?.applyImageOptions(options)
        }}
      />
    </>
  )
}

/** Asks before leaving unsaved changes. Does not ask on the way to the login, because the text stays on this computer. */
export function LeaveDialog({ model }: { model: PostEditorModel }) {
  const { isUnavailable } = useDraftStatus()

  function consequence(): string {
    const { isNew, basedOn, form } = model.store.getState()
    if (isNew && hasContent(form.content))
      return 'What you wrote becomes a draft. You’ll find it in the list of posts.'
    if (basedOn.version !== null) return 'Your changes aren’t in the post yet. They’re saved as a revision.'
    return isUnavailable
      ? 'This post hasn’t been created yet. What you wrote can’t be saved on this computer.'
      : 'This post hasn’t been created yet. What you wrote is saved on this computer. You can restore it when you start a new post.'
  }

  return (
    <UnsavedDialog
      isDirty={(nextPath) => {
        if (!model.store.getState().isDone) model.readContent()
        return isDirty(model.store.getState()) && nextPath !== editorPath(model.store.getState().postId)
      }}
      onLeave={() => model.leave()}
    >
      <p>{consequence()}</p>
    </UnsavedDialog>
  )
}
