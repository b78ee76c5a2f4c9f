import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import {
  FileRepository,
  type Editor,
  type FileLoader,
  type UploadAdapter,
  type UploadResponse,
} from 'ckeditor5'

/** Uploads a file to the library. Rejects on failure, after showing the error. */
export type SendImage = (
  file: File,
  signal: AbortSignal,
) => Promise<Pick<BlogImage, 'url' | 'width' | 'height'>>

class LibraryUpload implements UploadAdapter {
  private readonly stop = new AbortController()
  private readonly loader: FileLoader
  private readonly send: SendImage

  constructor(loader: FileLoader, send: SendImage) {
    this.loader = loader
    this.send = send
  }

  async upload(): Promise<UploadResponse> {
    const file = await this.loader.file
    if (file === null) throw new Error('There is no file to upload')
    const { url, width, height } = await this.send(file, this.stop.signal)
    return { default: url, width, height }
  }

  abort(): void {
    this.stop.abort()
  }
}

/** Uploads chosen, dropped and pasted images with `send`. */
export function setUploadHandler(editor: Editor, send: SendImage): void {
  // CKEditor's documented way to set it.
  // oxlint-disable-next-line priormark/replaced-methods
  editor.plugins.get(FileRepository).createUploadAdapter = (loader) => new LibraryUpload(loader, send)
}
