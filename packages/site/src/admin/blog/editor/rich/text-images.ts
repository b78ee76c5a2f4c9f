import { imageFormats, type BlogImage } from '@priormark/core/blog/images/endpoints'
import { ClipboardPipeline, FileRepository, Plugin, type Editor } from 'ckeditor5'
import { toastError } from '../../../../ui/toast-store.ts'
import { checkImage } from '../../images/image-upload.ts'

/** Shows an error for pasted or dropped images that are not added to the library. */
export class PastedImages extends Plugin {
  static readonly requires = [ClipboardPipeline] as const

  init(): void {
    const { view } = this.editor.editing
    this.listenTo(view.document, 'clipboardInput', (_info, { dataTransfer }) => {
      const files: unknown[] = Array.from(dataTransfer.files)
      // CKEditor ignores a file whose format is not accepted.
      const ignored = files.find(
        (file): file is File =>
          file instanceof File && !imageFormats.some((format) => file.type === `image/${format}`),
      )
      const rejection = ignored === undefined ? null : checkImage(ignored)
      if (rejection !== null) toastError(rejection.title, rejection.description)
    })
    // Pasted images stay on their website, such as Google Docs, whose addresses may expire.
    this.listenTo(this.editor.plugins.get(ClipboardPipeline), 'inputTransformation', (_info, { content }) => {
      const items = Array.from(view.createRangeIn(content).getItems())
      const hosts = items.flatMap((item) =>
        item.is('element', 'img') ? (foreignHost(item.getAttribute('src') ?? '') ?? []) : [],
      )
      if (hosts.length > 0)
        toastError(
          'Images of another website',
          `They’re still at ${Array.from(new Set(hosts)).join(', ')}, and may disappear there. Save them, then upload them here in their place.`,
        )
    })
  }
}

function foreignHost(address: string): string | null {
  const url = URL.parse(address, location.href)
  return url !== null && url.protocol === 'https:' && url.host !== location.host ? url.host : null
}

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
    const abort = new AbortController()
    return {
      async upload() {
        const file = await loader.file
        if (file === null) throw new Error('There is no file to upload')
        const { url, width, height } = await send(file, abort.signal)
        return { default: url, width, height }
      },
      abort: () => abort.abort(),
    }
  }
}
