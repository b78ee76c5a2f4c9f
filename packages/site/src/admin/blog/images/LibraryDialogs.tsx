import { counted } from '@priormark/core/platform/counted'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { Button } from 'antd'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { ImageLibrary } from './ImageLibrary.tsx'
import { useState } from 'react'

interface LibraryDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed: () => void
}

interface ImageLibraryDialogProps extends LibraryDialogProps {
  /** Opens the file chooser at once, and selects the uploaded image. */
  isForUpload: boolean
  /** Called with the chosen image; the caller closes the dialog. */
  onSelect: (image: BlogImage) => void
}

/** The library as a dialog, to choose one image from. */
export function ImageLibraryDialog(props: ImageLibraryDialogProps) {
  const { isOpen, isForUpload, onSelect, onClose, onClosed } = props
  return (
    <Dialog
      title="Blog Images"
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
      width={920}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <ImageLibrary isForUpload={isForUpload} onSelect={onSelect} storesLocally />
    </Dialog>
  )
}

interface GalleryDialogProps extends LibraryDialogProps {
  onSubmit: (images: BlogImage[]) => void
}

/** The library as a dialog, to choose the images of a gallery from. Uploaded images are selected too. */
export function GalleryDialog({ isOpen, onSubmit, onClose, onClosed }: GalleryDialogProps) {
  const [selected, setSelected] = useState<BlogImage[]>([])
  return (
    <Dialog
      title="Images of the gallery"
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => {
        setSelected([])
        onClosed()
      }}
      width={920}
      footer={[
        <output key="count" className="admin-soft">
          {selected.length > 0 && `${counted(selected.length, 'image', 'images')} chosen`}{' '}
        </output>,
        <Button key="close" onClick={onClose}>
          Cancel
        </Button>,
        <Button
          key="insert"
          type="primary"
          disabled={selected.length === 0}
          onClick={() => onSubmit(selected)}
        >
          Insert gallery
        </Button>,
      ]}
    >
      <ImageLibrary
        selectsUploads
        storesLocally
        onSelect={(image) =>
          setSelected((images) =>
            images.some(({ url }) => url === image.url)
              ? images.filter(({ url }) => url !== image.url)
              : [...images, image],
          )
        }
        selected={selected}
      />
    </Dialog>
  )
}
