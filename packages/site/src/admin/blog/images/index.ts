import { lazyDialog } from '../../../ui/lazy-load.ts'
import type { ImageLibraryDialogProps } from './ImageLibraryDialog.tsx'

export { checkImage, uploadedToast, uploadImage, uploadRejection } from './image-upload.ts'
export { imagesKey } from './image-queries.ts'
export { storeImageLocally, canStoreLocally } from './local-image.ts'

export const loadImageLibraryDialog = async () =>
  (await import('./ImageLibraryDialog.tsx')).ImageLibraryDialog

/** The library as a dialog, to choose one image from. */
export const ImageLibraryDialog = lazyDialog<ImageLibraryDialogProps>(
  loadImageLibraryDialog,
  ({ isOpen }) => isOpen,
)
