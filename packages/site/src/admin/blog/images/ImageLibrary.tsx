import { counted } from '@priormark/core/platform/counted'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { type BlogImage, type ListedImage, acceptedImagesText } from '@priormark/core/blog/images/endpoints'
import { imageVariantUrl } from '@priormark/core/platform/image-address'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { acceptedImages, useImages, useImageUses, useUploadImages } from './image-upload.ts'
import { EmptyList, LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import { RowButton } from '../../platform/ui/RowButton.tsx'
import styles from './ImageLibrary.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { Link } from 'react-router-dom'
import { editorPath } from '../post-rows.ts'

const DeleteImageDialog = lazyDialog(
  async () => (await import('./DeleteImageDialog.tsx')).DeleteImageDialog,
  'image',
)

interface ImageLibraryProps {
  onSelect: (image: BlogImage) => void
  /** Selects an image that could not be uploaded and was stored on this computer. */
  storesLocally?: boolean
  /** Opens the file chooser at once, and selects what is uploaded. */
  isForUpload?: boolean
  selectsUploads?: boolean
  selected?: readonly BlogImage[]
}

/** The images of the blog, with search, upload and deletion. Files can be dropped on it. */
export function ImageLibrary(props: ImageLibraryProps) {
  const { onSelect, storesLocally = false, isForUpload = false, selected = [] } = props
  const { selectsUploads = isForUpload } = props

  const images = useImages()
  const { progress, send } = useUploadImages(storesLocally, (image, { isLocal }) => {
    if (selectsUploads || isLocal) onSelect(image)
  })
  const [imageToDelete, setImageToDelete] = useState<BlogImage | null>(null)
  const [search, setSearch] = useState('')
  const [isDraggedOver, setDraggedOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const words = search.toLowerCase().split(/\s+/)
  const matches = (images.data ?? []).filter(({ name }) => words.every((word) => name.includes(word)))

  useEffect(() => {
    if (isForUpload) input.current?.click()
  }, [isForUpload])

  return (
    <div
      className={isDraggedOver ? styles.draggedOver : undefined}
      onDragOver={(drag) => {
        if (!drag.dataTransfer.types.includes('Files')) return
        drag.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(drop) => {
        drop.preventDefault()
        setDraggedOver(false)
        void send(Array.from(drop.dataTransfer.files))
      }}
    >
      <div className="admin-head">
        <Button type="primary" disabled={progress !== null} onClick={() => input.current?.click()}>
          {progress === null ? 'Upload Image' : 'Uploading...'}
        </Button>
        {/* Not antd's Upload: the screen would be 35 KB heavier, see decision 0046. */}
        <input
          ref={input}
          type="file"
          hidden
          multiple={!isForUpload}
          aria-label="Image to upload"
          accept={acceptedImages}
          onChange={({ target }) => {
            void send(Array.from(target.files ?? []))
            target.value = ''
          }}
        />
        <Button loading={images.isFetching} onClick={() => void images.refetch({ cancelRefetch: false })}>
          Refresh
        </Button>
        <Input
          className={styles.search ?? ''}
          type="search"
          aria-label="Search images"
          placeholder="Search by name"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <span className="admin-soft">{acceptedImagesText}</span>
      </div>
      {progress !== null && progress.total > 1 && (
        <label className="admin-head">
          Uploading {progress.done + 1} of {progress.total}
          <progress className={styles.progress} value={progress.done} max={progress.total} />
        </label>
      )}
      <div className={styles.holder} aria-busy={images.isFetching}>
        {images.isPending && <Loading label="Loading images" />}
        {images.isError && (
          <LoadFailed retryLabel="Try Again" onRetry={() => images.refetch()}>
            The images could not be loaded.
          </LoadFailed>
        )}
        {images.isSuccess && matches.length === 0 && <EmptyList label="No images found" />}
        {matches.length > 0 && (
          <ul className={`admin-list ${styles.grid}`} aria-label="Images, newest first">
            {matches.map((image) => (
              <ImageCard
                key={image.name}
                image={image}
                isSelected={selected.some(({ url }) => url === image.url)}
                onSelect={() => onSelect(image)}
                onDelete={() => setImageToDelete(image)}
              />
            ))}
          </ul>
        )}
      </div>
      <DeleteImageDialog image={imageToDelete} onClose={() => setImageToDelete(null)} />
    </div>
  )
}

const previewWidthPx = 640

interface ImageCardProps {
  image: ListedImage
  isSelected: boolean
  onSelect: () => void
  onDelete: () => void
}

function ImageCard({ image, isSelected, onSelect, onDelete }: ImageCardProps) {
  const { formatDay } = useShopDates()
  const { name, url, size, createdAt, width, height, widths, postCount } = image
  const hasPreview = widths.includes(previewWidthPx) && widths.at(-1) !== previewWidthPx
  return (
    <li className={styles.card}>
      <img
        src={hasPreview ? imageVariantUrl(name, previewWidthPx) : url}
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
        {postCount > 0 && <ImagePosts name={name} count={postCount} />}
      </div>
      <div className={`admin-line ${styles.actions}`}>
        <RowButton
          label={isSelected ? 'Unselect' : 'Select'}
          subject={name}
          type={isSelected ? 'primary' : 'default'}
          onClick={onSelect}
        />
        <RowButton label="Delete" subject={name} danger onClick={onDelete} />
      </div>
    </li>
  )
}

function ImagePosts({ name, count }: { name: string; count: number }) {
  const [isOpen, setOpen] = useState(false)
  const posts = useImageUses(isOpen ? name : null)
  return (
    <details className={styles.posts} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>In {counted(count, 'post', 'posts')}</summary>
      {posts.isLoading && <span className="admin-small">Loading…</span>}
      {posts.isError && <span role="alert">The posts could not be loaded.</span>}
      <ul>
        {(posts.data ?? []).map(({ id, title }) => (
          <li key={id}>
            <Link to={editorPath(id)}>{title}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
