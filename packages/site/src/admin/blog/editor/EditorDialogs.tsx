import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { toast } from '../../../ui/toast-store.ts'
import { DeletePostDialog } from '../DeletePostDialog.tsx'
import { useDeletePost, useDraftStatus } from '../draft-queries.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import type { Bookmark, DialogRequest, ImageOptions } from './rich/open-dialog.ts'
import type { RichEditorHandle } from './rich/RichEditor.tsx'
import { hasContent } from '@priormark/core/blog/post-input'
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

/** The open dialog. The text gets a new image or one of the library, and the post a featured one. */
export type EditorOverlay = DialogRequest | 'delete' | 'history' | 'featured-image' | null

interface Requested {
  footnote: string
  bookmark: Bookmark
  image: ImageOptions
}

interface EditorDialogsProps {
  model: PostEditorModel
  overlay: EditorOverlay
  onClose: () => void
  onDeleted: () => Promise<void>
}

/** The dialogs of the editor about the post and its images. */
export function EditorDialogs({ model, overlay, onClose, onDeleted }: EditorDialogsProps) {
  const { postId, form, basedOn } = useStore(model.store)
  const remove = useDeletePost()
  const hasWritten = useRef(false)

  /** Closes the dialog and changes the text, which has the focus afterwards. */
  function write(change: (handle: RichEditorHandle) => void) {
    onClose()
    if (model.rich === null) return
    change(model.rich)
    hasWritten.current = true
  }

  /** Closing returns the focus to the button that opened the dialog, but what was inserted is in the text. */
  function focusText() {
    if (hasWritten.current) model.rich?.focus()
    hasWritten.current = false
  }
  const closing = { onClose, onClosed: focusText }

  function selectImage(image: BlogImage) {
    if (overlay !== 'featured-image') return write((handle) => handle.insertImage(image))
    model.edit({ featuredImage: image.url })
    onClose()
  }

  function deletePost() {
    remove.mutate(
      { id: postId, version: basedOn.version },
      {
        onSuccess: () => {
          model.finish()
          void onDeleted()
        },
        onSettled: onClose,
      },
    )
  }

  const request: Partial<Requested> = typeof overlay === 'object' && overlay !== null ? overlay : {}

  return (
    <>
      <DeletePostDialog
        isOpen={overlay === 'delete'}
        isBusy={remove.isPending}
        onConfirm={deletePost}
        onClose={onClose}
      />
      <HistoryDialog
        isOpen={overlay === 'history'}
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
        isOpen={overlay === 'new-image' || overlay === 'content-image' || overlay === 'featured-image'}
        isForUpload={overlay === 'new-image'}
        onSelect={selectImage}
        {...closing}
      />
      <GalleryDialog
        isOpen={overlay === 'gallery'}
        onSubmit={(images) => write((handle) => handle.addToGallery(images))}
        {...closing}
      />
      <FootnoteDialog
        note={request.footnote ?? null}
        onSubmit={(note) => write((handle) => handle.setFootnote(note))}
        {...closing}
      />
      <BookmarkDialog
        bookmark={request.bookmark ?? null}
        onSubmit={(bookmark) => write((handle) => handle.setBookmark(bookmark))}
        {...closing}
      />
      <ImageOptionsDialog
        options={request.image ?? null}
        onClose={onClose}
        onApply={(options) => {
          onClose()
          model.rich?.applyImageOptions(options)
        }}
      />
    </>
  )
}

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
