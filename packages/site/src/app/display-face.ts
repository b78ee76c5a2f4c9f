import faceUrl from '../../dist/font/bricolage-display.woff2?url'

/**
 * Brings the headline face. It weighs twice what a page does, so nobody waits for it: it comes with the first sign of
 * interest. Its fallback takes up the same room until then, and stays where the face does not come.
 */
export async function showDisplayFace(): Promise<void> {
  const face = new FontFace('Bricolage Display', `url(${faceUrl})`, { weight: '500 800' })
  // Without a network the fallback stays.
  await face.load().then(showUnlessItMoves, () => {})
}

/** The same room but for a rare headline that breaks into lines elsewhere: where one is in sight, nothing moves. */
function showUnlessItMoves(face: FontFace): void {
  const inSight = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter((headline) => {
    const { top, bottom } = headline.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  const heights = () => inSight.map(({ offsetHeight }) => offsetHeight).join()
  const before = heights()
  document.fonts.add(face)
  if (heights() !== before) document.fonts.delete(face)
}
