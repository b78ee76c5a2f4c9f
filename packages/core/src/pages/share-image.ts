/** The size in pixels of pictures for link previews, which all networks show uncropped. */
export const shareImageSize = { width: 1200, height: 630 } as const

/** The path of the picture for pages without one of their own. */
export const siteImagePath = '/share/site.png'

/** The path of a post's picture. */
export function postImagePath(slug: string): string {
  return `/share/post/${encodeURIComponent(slug)}.png`
}

/** The path of a proof's picture. */
export function proofImagePath(proofId: string): string {
  return `/share/proof/${proofId}.png`
}
