/** A video of a supported service. */
export interface Video {
  provider: 'YouTube' | 'Vimeo'
  /** The page of the video; this is what the post stores. */
  url: string
  /** The player, loaded only when the reader presses play. */
  playerUrl: string
}

/**
 * Returns the video at an address, or null if it is not from YouTube or Vimeo. Posts store a video as `<figure
 * class="media"><oembed url="..."></oembed></figure>`, which loads nothing from its service.
 */
export function videoFrom(address: string): Video | null {
  const trimmed = address.trim()
  const youTube =
    /^(?:https?:)?\/\/(?:www\.|m\.|music\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i.exec(
      trimmed,
    )?.[1]
  if (youTube !== undefined) {
    return {
      provider: 'YouTube',
      url: `https://www.youtube.com/watch?v=${youTube}`,
      playerUrl: `https://www.youtube-nocookie.com/embed/${youTube}`,
    }
  }
  const vimeo =
    /^(?:https?:)?\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})(?!\d)/i.exec(
      trimmed,
    )?.[1]
  if (vimeo === undefined) return null
  return {
    provider: 'Vimeo',
    url: `https://vimeo.com/${vimeo}`,
    playerUrl: `https://player.vimeo.com/video/${vimeo}?dnt=1`,
  }
}
