export { checkImage, uploadImage, uploadRefusal } from './image-upload.ts'
export { ImageLibraryDialog } from './ImageLibraryDialog.tsx'
export { keepImage, keepsImageHere } from './keep-image.ts'
