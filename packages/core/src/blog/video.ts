/** A video of a supported service. */
export interface Video {
  provider: 'YouTube' | 'Vimeo'
  /** The page of the video; this is what the post stores. */
  url: string
  /** The player, loaded only when the reader presses play. */
  playerUrl: string
}

/** The message for an address that cannot be embedded. */
export const unsupportedVideoMessage = 'Only single videos of YouTube and Vimeo play in a post.'

/**
 * Returns the video at an address, or null if it is not a single video of YouTube or Vimeo. The hash of an unlisted video
 * and the start time are kept. Posts store a video as `<figure class="media"><oembed url="..."></oembed></figure>`, which
 * loads nothing from its service.
 */
export function videoFrom(address: string): Video | null {
  const parts = addressPattern.exec(address.trim())
  if (parts === null) return null
  const [, authority = '', path = '', query = '', fragment = ''] = parts
  const host = authority.toLowerCase().replace(/^(?:www|m|music|player)\./, '')
  const segments = path.split('/').filter((segment) => segment !== '')
  const parameters = parametersOf(query)
  const fragmentTime = parametersOf(fragment).get('t') ?? ''
  if (host === 'vimeo.com') return vimeoVideo(segments, secondsOf(fragmentTime), parameters.get('h'))
  const start = secondsOf(parameters.get('t') ?? parameters.get('start') ?? fragmentTime)
  const [kind = '', id] = segments
  if (host === 'youtu.be') return youTubeVideo(kind, start)
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return null
  if (kind === 'watch') return youTubeVideo(parameters.get('v'), start)
  return ['embed', 'shorts', 'live', 'v'].includes(kind) ? youTubeVideo(id, start) : null
}

/** Authority, path, query and fragment of an address (RFC 3986, appendix B). */
const addressPattern = /^(?:https?:)?\/\/([^/?#]*)((?:\/[^?#]*)?)(?:\?([^#]*))?(?:#([^]*))?$/i

function parametersOf(query: string): Map<string, string> {
  const pairs = query.split('&').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=')
    return [name, value.join('=')]
  })
  // Reversed, so that the first of repeated parameters counts.
  return new Map(pairs.toReversed())
}

function youTubeVideo(id: string | undefined, start: number): Video | null {
  if (id === undefined || !/^[\w-]{11}$/.test(id)) return null
  return {
    provider: 'YouTube',
    url: `https://www.youtube.com/watch?v=${id}${start === 0 ? '' : `&t=${start}s`}`,
    playerUrl: `https://www.youtube-nocookie.com/embed/${id}${start === 0 ? '' : `?start=${start}`}`,
  }
}

/** How many segments of the path come before the video's id, by the first segment. */
const vimeoDepths = new Map([
  ['video', 1],
  ['channels', 2],
  ['groups', 3],
  ['showcase', 3],
  ['album', 3],
])

/** Reads /ID, /ID/HASH, /video/ID, /channels/NAME/ID, /groups/NAME/videos/ID and /showcase/ID/video/ID. */
function vimeoVideo(segments: readonly string[], start: number, key = ''): Video | null {
  const [first = ''] = segments
  const depth = /^\d/.test(first) ? 0 : vimeoDepths.get(first)
  const id = depth === undefined ? undefined : segments[depth]
  if (depth === undefined || id === undefined || !/^\d{1,12}$/.test(id)) return null
  const hash = [segments[depth + 1] ?? '', key].find((text) => /^[0-9a-f]{6,40}$/i.test(text))
  const fragment = start === 0 ? '' : `#t=${start}s`
  return {
    provider: 'Vimeo',
    url: `https://vimeo.com/${id}${hash === undefined ? '' : `/${hash}`}${fragment}`,
    playerUrl: `https://player.vimeo.com/video/${id}?dnt=1${hash === undefined ? '' : `&h=${hash}`}${fragment}`,
  }
}

/** Reads a time such as '90', '90s' or '1h2m3s', in seconds; 0 for any other text. */
function secondsOf(time: string): number {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time)
  const [hours, minutes, seconds] = [1, 2, 3].map((index) => Number(parts?.[index] ?? 0))
  return (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
