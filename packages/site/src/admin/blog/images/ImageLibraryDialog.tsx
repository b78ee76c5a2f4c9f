import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { Button } from 'antd'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { ImageLibrary } from './ImageLibrary.tsx'

interface ImageLibraryDialogProps {
  isOpen: boolean
  /** Opens the file chooser at once, and chooses what is uploaded from it. */
  isForUpload?: boolean
  /** Called with the chosen image; the caller closes the dialog. */
  onSelect: (image: BlogImage) => void
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed?: () => void
}

/** The library as a dialog, to choose one image from. */
export function ImageLibraryDialog(props: ImageLibraryDialogProps) {
  const { isOpen, isForUpload = false, onSelect, onClose, onClosed } = props
  return (
    <Dialog
      title="Blog Images"
      isOpen={isOpen}
      onClose={onClose}
      afterClose={() => onClosed?.()}
      width={920}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <ImageLibrary isForUpload={isForUpload} onSelect={onSelect} storesLocally />
    </Dialog>
  )
}
