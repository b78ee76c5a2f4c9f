import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'
import { useDeleteImage, useImageUses } from './image-upload.ts'
import styles from './ImageLibrary.module.css'

interface DeleteImageDialogProps {
  /** The image to delete, or null while the dialog is closed. */
  image: BlogImage | null
  onClose: () => void
}

/** Confirms the deletion of an image and lists the posts that show it. */
export function DeleteImageDialog({ image, onClose }: DeleteImageDialogProps) {
  const uses = useImageUses(image?.name ?? null)
  const remove = useDeleteImage()
  const posts = uses.data ?? []
  return (
    <ConfirmDialog
      isOpen={image !== null}
      title="Delete this image?"
      confirmLabel="Delete"
      isDanger
      isLoading={uses.isLoading}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        image !== null && remove.mutate({ name: image.name, force: posts.length > 0 }, { onSettled: onClose })
      }
    >
      <p className={styles.name}>{image?.name}</p>
      {uses.isSuccess && posts.length === 0 && <p>No post uses it. This can’t be undone.</p>}
      {uses.isError && <p role="alert">We couldn’t check whether posts use it.</p>}
      {posts.length > 0 && (
        <div role="alert">
          <p>{posts.length === 1 ? 'This post uses it' : 'These posts use it'} and will lose the image:</p>
          <ul>
            {posts.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </div>
      )}
    </ConfirmDialog>
  )
}
