import { imageFormats } from '@priormark/core/blog/images/image-formats'
import { ClipboardPipeline, Plugin } from 'ckeditor5'

/** What a person should know about pasted and dropped images. */
export interface PastedImageReports {
  /** A file that CKEditor ignores, because its format is not accepted. */
  onRejected: (file: File) => void
  /** Images stay on another website, such as Google Docs, whose addresses may expire. */
  onForeign: (hosts: readonly string[]) => void
}

/** Reports images that were pasted or dropped and are not in the library afterwards. */
export class PastedImages extends Plugin {
  private reports: PastedImageReports | null = null

  static readonly requires = [ClipboardPipeline] as const

  setReports(reports: PastedImageReports): void {
    this.reports = reports
  }

  init(): void {
    const { view } = this.editor.editing
    this.listenTo(view.document, 'clipboardInput', (_info, { dataTransfer }) => {
      const files: unknown[] = Array.from(dataTransfer.files)
      const rejected = files.find(
        (file): file is File =>
          file instanceof File && !imageFormats.some((format) => file.type === `image/${format}`),
      )
      if (rejected !== undefined) this.reports?.onRejected(rejected)
    })
    this.listenTo(this.editor.plugins.get(ClipboardPipeline), 'inputTransformation', (_info, { content }) => {
      const items = Array.from(view.createRangeIn(content).getItems())
      const hosts = items.flatMap((item) =>
        item.is('element', 'img') ? (foreignHost(item.getAttribute('src') ?? '') ?? []) : [],
      )
      if (hosts.length > 0) this.reports?.onForeign(Array.from(new Set(hosts)))
    })
  }
}

/** Returns the host of an image on another website, or null. */
function foreignHost(address: string): string | null {
  const url = URL.parse(address, location.href)
  return url !== null && url.protocol === 'https:' && url.host !== location.host ? url.host : null
}
