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

/** Lets the previews of an editor be asked for, by mouse and by keyboard. @param root the element that is edited */
export function playInPlace(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = loadButton(target)
    if (button !== null) play(button)
  })
  // Else the editor, told that something in it has the focus, takes the focus back for its text a moment later.
  root.parentElement?.addEventListener(
    'focus',
    (focus) => {
      if (loadButton(focus.target)) focus.stopPropagation()
    },
    true,
  )
  // Else the editor takes the keys for a text that is written.
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

/** Puts the player in the place of a preview. */
function play(button: HTMLElement): void {
  const player = document.createElement('iframe')
  player.src = button.dataset['player'] ?? ''
  player.title = 'Video preview'
  player.allow = 'fullscreen'
  button.closest('.video-preview')?.replaceChildren(player)
}
