import { formatFileSize } from '@priormark/core/platform/file-size'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { imageVariantUrl } from '@priormark/core/platform/image-address'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { useImages, useUploadImage } from './image-queries.ts'
import { acceptedImages } from './image-upload.ts'
import { EmptyList, LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import styles from './ImageLibrary.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'

const DeleteImageDialog = lazyDialog(
  async () => (await import('./DeleteImageDialog.tsx')).DeleteImageDialog,
  ({ image }) => image !== null,
)

interface ImageLibraryProps {
  onSelect: (image: BlogImage) => void
  /** Selects an image that could not be uploaded and was stored on this computer. */
  storesLocally?: boolean
  /** Opens the file chooser at once, and selects what is uploaded. */
  isForUpload?: boolean
}

/** The images of the blog, with upload and deletion. */
export function ImageLibrary({ onSelect, storesLocally = false, isForUpload = false }: ImageLibraryProps) {
  const images = useImages()
  const upload = useUploadImage({
    storesLocally,
    onDone: (image, { isLocal }) => {
      if (isForUpload || isLocal) onSelect(image)
    },
  })
  const [deleting, setDeleting] = useState<BlogImage | null>(null)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (isForUpload) input.current?.click()
  }, [isForUpload])

  return (
    <div>
      <div className={`admin-line ${styles.bar}`}>
        <Button type="primary" disabled={upload.isPending} onClick={() => input.current?.click()}>
          {upload.isPending ? 'Uploading...' : 'Upload Image'}
        </Button>
        {/* Not antd's Upload, which weighs 41 KB, see decision 0046. */}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Image to upload"
          accept={acceptedImages}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined) upload.send(file)
            target.value = ''
          }}
        />
        <Button loading={images.isFetching} onClick={() => void images.refetch({ cancelRefetch: false })}>
          Refresh
        </Button>
        <span className="admin-soft">PNG, JPEG, GIF, WebP or AVIF, max 10MB</span>
      </div>
      <div className={styles.holder} aria-busy={images.isFetching}>
        {images.isPending && <Loading label="Loading images" />}
        {images.isError && (
          <LoadFailed retryLabel="Try Again" onRetry={() => images.refetch()}>
            The images could not be loaded.
          </LoadFailed>
        )}
        {images.isSuccess && images.data.length === 0 && <EmptyList label="No images found" />}
        {images.isSuccess && images.data.length > 0 && (
          <ul className={styles.grid} aria-label="Images, newest first">
            {images.data.map((image) => (
              <ImageCard
                key={image.name}
                image={image}
                onSelect={() => onSelect(image)}
                onDelete={() => setDeleting(image)}
              />
            ))}
          </ul>
        )}
      </div>
      <DeleteImageDialog image={deleting} onClose={() => setDeleting(null)} />
    </div>
  )
}

const previewWidth = 640

interface ImageCardProps {
  image: BlogImage
  onSelect: () => void
  onDelete: () => void
}

function ImageCard({ image, onSelect, onDelete }: ImageCardProps) {
  const { formatDay } = useShopDates()
  const { name, url, size, createdAt, width, height, widths } = image
  const preview = widths.includes(previewWidth) && widths.at(-1) !== previewWidth
  return (
    <li className={styles.card}>
      <img
        src={preview ? imageVariantUrl(name, previewWidth) : url}
        alt={name}
        width={width}
        height={height}
        loading="lazy"
      />
      <div className={styles.facts}>
        <div>{name}</div>
        <div className="admin-small">
          {formatFileSize(size)} · {formatDay(createdAt)} · {width} × {height}
        </div>
      </div>
      <div className={styles.actions}>
        <Button size="small" aria-label={`Select ${name}`} onClick={onSelect}>
          Select
        </Button>
        <Button size="small" danger aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}
