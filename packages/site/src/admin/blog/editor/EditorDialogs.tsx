import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { useRef, type RefObject } from 'react'
import { useStore } from 'zustand'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { toast } from '../../../ui/toast-store.ts'
import { DeletePostDialog } from '../DeletePostDialog.tsx'
import { useDeletePost } from '../draft-queries.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import type { ImageOptions } from './rich/image-options.ts'
import type { RichEditorHandle } from './rich/RichEditor.tsx'

const ImageLibraryDialog = lazyDialog(
  async () => (await import('../images/ImageLibraryDialog.tsx')).ImageLibraryDialog,
  ({ isOpen }) => isOpen,
)
const ImageOptionsDialog = lazyDialog(
  async () => (await import('./ImageOptionsDialog.tsx')).ImageOptionsDialog,
  ({ options }) => options !== null,
)
const RevisionsDialog = lazyDialog(
  async () => (await import('./RevisionsDialog.tsx')).RevisionsDialog,
  ({ isOpen }) => isOpen,
)

/** The open dialog. The text gets a new image or one of the library, and the post a featured one. */
export type EditorOverlay =
  | 'delete'
  | 'revisions'
  | 'new-image'
  | 'content-image'
  | 'featured-image'
  | { image: ImageOptions }
  | null

interface EditorDialogsProps {
  model: PostEditorModel
  rich: RefObject<RichEditorHandle | null>
  overlay: EditorOverlay
  onClose: () => void
  onDeleted: () => Promise<void>
  /** Shows another content in the rich editor. */
  onContent: (html: string) => void
}

/** The dialogs of the editor about the post and its images. */
export function EditorDialogs({ model, rich, overlay, onClose, onDeleted, onContent }: EditorDialogsProps) {
  const { postId, form, basedOn } = useStore(model.store)
  const remove = useDeletePost()
  const hasInsertedImage = useRef(false)

  function selectImage(image: BlogImage) {
    if (overlay === 'featured-image') model.edit({ featuredImage: image.url })
    else {
      rich.current?.insertImage(image)
      hasInsertedImage.current = true
    }
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

  return (
    <>
      <DeletePostDialog
        isOpen={overlay === 'delete'}
        isBusy={remove.isPending}
        onConfirm={deletePost}
        onClose={onClose}
      />
      <RevisionsDialog
        isOpen={overlay === 'revisions'}
        postId={postId}
        current={form}
        onClose={onClose}
        onRestore={(fields) => {
          onClose()
          void model.restore(fields).then(() => {
            onContent(fields.content)
            toast({ title: 'Revision restored', description: 'Save the post to keep it.' })
          })
        }}
      />
      <ImageLibraryDialog
        isOpen={overlay === 'new-image' || overlay === 'content-image' || overlay === 'featured-image'}
        isForUpload={overlay === 'new-image'}
        onSelect={selectImage}
        onClose={onClose}
        onClosed={() => {
          // Closing returns the focus to the button that opened the dialog, but the chosen image is in the text.
          if (hasInsertedImage.current) rich.current?.focus()
          hasInsertedImage.current = false
        }}
      />
      <ImageOptionsDialog
        options={typeof overlay === 'object' && overlay !== null ? overlay.image : null}
        onClose={onClose}
        onApply={(options) => {
          onClose()
          rich.current?.applyImageOptions(options)
        }}
      />
    </>
  )
}
