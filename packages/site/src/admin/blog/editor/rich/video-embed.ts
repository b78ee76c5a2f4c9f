import { videoFrom, type Video } from '@priormark/core/blog/video'
import type { MediaEmbedConfig } from 'ckeditor5'

/** The video at an address, with or without its scheme. */
export function knownVideo(address: string): Video | null {
  return videoFrom(address) ?? videoFrom(`https://${address}`)
}

/** Matches the addresses that videoFrom() knows, so that editor and server agree on what a video is. */
class VideoAddress extends RegExp {
  override [Symbol.match](address: string): RegExpMatchArray | null {
    return knownVideo(address) === null ? null : super[Symbol.match](address)
  }
}

/** Videos stand in the text as a frame that loads nothing of their service until somebody asks for it. */
export const videoEmbed: MediaEmbedConfig = {
  previewsInData: false,
  providers: [
    {
      name: 'video',
      url: new VideoAddress('^.*$', 's'),
      html: ([address]) => {
        const video = knownVideo(address)
        return video === null ? '' : previewHtml(video)
      },
    },
  ],
}

function previewHtml({ provider, url, playerUrl }: Video): string {
  return (
    `<div class="video-preview"><strong>${provider} video</strong><span>${url}</span>` +
    `<button type="button" data-player="${playerUrl}">Load preview</button></div>`
  )
}

/** Puts the player in the place of a preview whose button was clicked. */
export function playOnClick(click: MouseEvent): void {
  const button = click.target instanceof Element ? click.target.closest<HTMLElement>('[data-player]') : null
  const playerUrl = button?.dataset['player']
  if (button === null || playerUrl === undefined) return
  const player = document.createElement('iframe')
  player.src = playerUrl
  player.title = 'Video preview'
  player.allow = 'fullscreen'
  button.closest('.video-preview')?.replaceChildren(player)
}
