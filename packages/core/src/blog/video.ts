/** A video of a service whose player may be loaded in a post. */
export interface Video {
  provider: 'YouTube' | 'Vimeo'
  /** The page to open, which is also what the post keeps. */
  url: string
  /** The player, which is loaded once the reader asks for it. */
  playerUrl: string
}

/**
 * In a post a video stands as `<figure class="media"><oembed url="..."></oembed></figure>`: nothing of its service is
 * loaded until the reader asks. Answers null for an address that is no video of YouTube or Vimeo.
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
