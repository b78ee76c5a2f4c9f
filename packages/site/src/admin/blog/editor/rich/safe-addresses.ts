import { safeImageAddress, safeLink } from '@priormark/core/blog/html-rules'
import { Plugin, type ModelItem, type ModelWriter } from 'ckeditor5'
import { knownVideo } from './video-embed.ts'

/**
 * Keeps addresses to what the server keeps (html-rules.ts), at once and in sight: an unsafe link loses its address, an
 * image that readers could not see is left out, a video has the address of its page.
 */
export class SafeAddresses extends Plugin {
  /** Addresses of images left out that nobody was told of yet: the first text is read before anybody listens. */
  private leftOut: string[] = []
  private tell: ((address: string) => void) | null = null

  static get pluginName() {
    return 'SafeAddresses' as const
  }

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

  /** Calls back with the address of each image that is left out. */
  onLeftOut(tell: (address: string) => void): void {
    this.tell = tell
    for (const address of this.leftOut.splice(0)) tell(address)
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
      // While it uploads, a pasted image stands in the text as its own bytes.
      if (typeof source !== 'string' || /^(?:data|blob):/i.test(source)) return false
      const safe = safeImageAddress(source)
      if (safe === source) return false
      if (safe !== '') {
        writer.setAttribute('src', safe, item)
        return true
      }
      writer.remove(item)
      if (this.tell === null) this.leftOut.push(source)
      else this.tell(source)
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
