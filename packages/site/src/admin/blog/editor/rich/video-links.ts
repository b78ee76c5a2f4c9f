import { safeLink } from '@priormark/core/platform/image-address'
import { unsupportedVideoMessage } from '@priormark/core/blog/video'
import { Plugin, type GetCallback, type UpcastElementEvent } from 'ckeditor5'
import { toast } from '../../../../ui/toast-store.ts'
import { knownVideo } from './video-embed.ts'

/** Embeds the videos of pasted frames, and keeps as a link what cannot be embedded, as the server does (post-html.ts). */
export class VideoLinks extends Plugin {
  static get pluginName() {
    return 'VideoLinks' as const
  }

  init(): void {
    const convert: GetCallback<UpcastElementEvent> = (
      _info,
      data,
      { consumable, safeInsert, writer, ...api },
    ) => {
      const { viewItem } = data
      const address = viewItem.getAttribute(viewItem.name === 'iframe' ? 'src' : 'url') ?? ''
      const video = knownVideo(address)
      const link = safeLink(address)
      if (!consumable.test(viewItem, { name: true })) return
      // MediaEmbed converts the videos that it knows.
      if (video === null ? !/^https?:/i.test(link) : viewItem.name === 'oembed') return
      const element =
        video === null ? writer.createElement('paragraph') : writer.createElement('media', { url: video.url })
      if (video === null) writer.insertText(link, { linkHref: link }, element)
      if (!safeInsert(element, data.modelCursor)) return
      consumable.consume(viewItem, { name: true })
      api.updateConversionResult(element, data)
      if (video === null) toast({ title: 'The video stays a link', description: unsupportedVideoMessage })
    }
    this.editor.data.upcastDispatcher.on('element:oembed', convert, { priority: 'high' })
    this.editor.data.upcastDispatcher.on('element:iframe', convert, { priority: 'high' })
  }
}
