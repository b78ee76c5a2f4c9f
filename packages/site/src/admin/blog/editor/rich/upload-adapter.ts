import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { FileRepository, type Editor } from 'ckeditor5'

/** Uploads a file to the library. Rejects on failure, after showing the error. */
export type SendImage = (
  file: File,
  signal: AbortSignal,
) => Promise<Pick<BlogImage, 'url' | 'width' | 'height'>>

/** Uploads chosen, dropped and pasted images with `send`. */
export function setUploadHandler(editor: Editor, send: SendImage): void {
  // CKEditor's documented way to set it.
  // oxlint-disable-next-line priormark/replaced-methods
  editor.plugins.get(FileRepository).createUploadAdapter = (loader) => {
    const stop = new AbortController()
    return {
      async upload() {
        const file = await loader.file
        if (file === null) throw new Error('There is no file to upload')
        const { url, width, height } = await send(file, stop.signal)
        return { default: url, width, height }
      },
      abort: () => stop.abort(),
    }
  }
}
