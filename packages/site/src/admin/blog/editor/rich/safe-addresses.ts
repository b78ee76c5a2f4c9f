import { safeImageAddress, safeLink } from '@priormark/core/platform/image-address'
import { Plugin, type ModelItem, type ModelWriter } from 'ckeditor5'
import { knownVideo } from './video-embed.ts'

/**
 * Applies the server's rules for addresses (html-rules.ts) while the person edits: an unsafe link loses its address, an image
 * that readers could not see is removed, and a video gets the address of its page.
 */
export class SafeAddresses extends Plugin {
  /** Removed images that were not reported yet, because the first text is read before the callback is set. */
  private skipped: string[] = []
  private report: ((address: string) => void) | null = null

  init(): void {
    const { document } = this.editor.model
    document.registerPostFixer((writer) => {
      const touched = Array.from(document.differ.getChanges()).flatMap((change): ModelItem[] => {
        if (change.type === 'attribute') return Array.from(change.range.getItems())
        if (change.type !== 'insert') return []
        const end = change.position.getShiftedBy(change.length)
        return Array.from(writer.createRange(change.position, end).getItems())
      })
      return touched.map((item) => this.fix(item, writer)).some(Boolean)
    })
  }

  /** Sets the callback for removed images. */
  onImageSkipped(report: (address: string) => void): void {
    this.report = report
    for (const address of this.skipped.splice(0)) report(address)
  }

  private fix(item: ModelItem, writer: ModelWriter): boolean {
    const link = item.getAttribute('linkHref')
    if (typeof link === 'string' && safeLink(link) === '') {
      for (const [key] of Array.from(item.getAttributes())) {
        if (key.startsWith('link')) writer.removeAttribute(key, item)
      }
      return true
    }
    if (item.is('element', 'imageBlock')) {
      const source = item.getAttribute('src')
      // A pasted image has a data or blob address while it is uploaded.
      if (typeof source !== 'string' || /^(?:data|blob):/i.test(source)) return false
      const safe = safeImageAddress(source)
      if (safe === source) return false
      if (safe !== '') {
        writer.setAttribute('src', safe, item)
        return true
      }
      writer.remove(item)
      if (this.report === null) this.skipped.push(source)
      else this.report(source)
      return true
    }
    if (item.is('element', 'media')) {
      const address = item.getAttribute('url')
      const video = typeof address === 'string' ? knownVideo(address) : null
      if (video === null || video.url === address) return false
      writer.setAttribute('url', video.url, item)
      return true
    }
    return false
  }
}
