import { videoFrom, type Video, unsupportedVideoMessage } from '@priormark/core/blog/video'
import { type MediaEmbedConfig, Plugin, type GetCallback, type UpcastElementEvent } from 'ckeditor5'
import { safeLink } from '@priormark/core/platform/image-address'
import { toast } from '../../../../ui/toast-store.ts'

/** Returns the video at an address, with or without its scheme, or null. */
export function supportedVideo(address: string): Video | null {
  return videoFrom(address) ?? videoFrom(`https://${address}`)
}

/** Matches the addresses that videoFrom() supports, so that editor and server agree on what a video is. */
class VideoAddress extends RegExp {
  override [Symbol.match](address: string): RegExpMatchArray | null {
    return supportedVideo(address) === null ? null : super[Symbol.match](address)
  }
}

/** Shows videos as a placeholder that loads nothing from the video service until the person presses its button. */
export const videoEmbed: MediaEmbedConfig = {
  previewsInData: false,
  providers: [
    {
      name: 'video',
      url: new VideoAddress('^.*$', 's'),
      html: ([address]) => {
        const video = supportedVideo(address)
        return video === null ? '' : previewHtml(video)
      },
    },
  ],
}

function previewHtml({ provider, url, playerUrl }: Video): string {
  return (
    `<div class="video-preview"><strong>${provider} video</strong><span>${url.replaceAll('&', '&amp;')}</span>` +
    `<button type="button" data-player="${playerUrl.replaceAll('&', '&amp;')}">Load preview</button></div>`
  )
}

/** Makes the buttons of video placeholders work by mouse and keyboard. @param root the edited element */
export function enableVideoPreviews(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = loadButton(target)
    if (button !== null) showPlayer(button)
  })
  // Otherwise the editor takes the focus back from the button a moment later.
  root.parentElement?.addEventListener(
    'focus',
    (focus) => {
      if (loadButton(focus.target)) focus.stopPropagation()
    },
    true,
  )
  // Otherwise the editor handles the keys as typing.
  root.addEventListener(
    'keydown',
    (press) => {
      if ((press.key === 'Enter' || press.key === ' ') && loadButton(press.target)) press.stopPropagation()
    },
    true,
  )
}

function loadButton(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-player]') : null
}

function showPlayer(button: HTMLElement): void {
  const player = document.createElement('iframe')
  player.src = button.dataset['player'] ?? ''
  player.title = 'Video preview'
  player.allow = 'fullscreen'
  button.closest('.video-preview')?.replaceChildren(player)
}

/** Embeds the videos of pasted iframes, and turns what cannot be embedded into a link, as the server does (post-html.ts). */
export class VideoLinks extends Plugin {
  init(): void {
    const convert: GetCallback<UpcastElementEvent> = (
      _info,
      data,
      { consumable, safeInsert, writer, ...api },
    ) => {
      const { viewItem } = data
      const address = viewItem.getAttribute(viewItem.name === 'iframe' ? 'src' : 'url') ?? ''
      const video = supportedVideo(address)
      const link = safeLink(address)
      if (!consumable.test(viewItem, { name: true })) return
      // MediaEmbed converts supported videos.
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
