import { unusableImageMessage } from '@priormark/core/blog/html-rules'
import { safeImageAddress, safeLink } from '@priormark/core/platform/image-address'
import { Plugin, type ModelItem, type ModelWriter } from 'ckeditor5'
import { toastError } from '../../../../ui/toast-store.ts'
import { supportedVideo } from './video-embed.ts'

/**
 * Applies the server's rules for addresses (html-rules.ts) while the person edits: an unsafe link loses its address, an image
 * that readers could not see is removed, and a video gets the address of its page.
 */
export class SafeAddresses extends Plugin {
  init(): void {
    const { document } = this.editor.model
    document.registerPostFixer((writer) => {
      const changedItems = Array.from(document.differ.getChanges()).flatMap((change): ModelItem[] => {
        if (change.type === 'attribute') return Array.from(change.range.getItems())
        if (change.type !== 'insert') return []
        const end = change.position.getShiftedBy(change.length)
        return Array.from(writer.createRange(change.position, end).getItems())
      })
      return changedItems.map((item) => this.fix(item, writer)).some(Boolean)
    })
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
      toastError('Image not added', unusableImageMessage('It', source))
      return true
    }
    if (item.is('element', 'media')) {
      const address = item.getAttribute('url')
      const video = typeof address === 'string' ? supportedVideo(address) : null
      if (video === null || video.url === address) return false
      writer.setAttribute('url', video.url, item)
      return true
    }
    return false
  }
}
