import faceUrl from '../../dist/font/bricolage-display.woff2?url'

/**
 * Loads the headline font. It is twice as large as a page, so it loads only after the first interaction. Until then, and if it
 * fails to load, a fallback font of the same width is shown.
 */
export async function loadHeadlineFont(): Promise<void> {
  const font = new FontFace('Bricolage Display', `url(${faceUrl})`, { weight: '500 800' })
  // Without a network the fallback stays.
  await font.load().then(showUnlessLayoutShifts, () => {})
}

/** Shows the font, unless a visible headline would break into other lines and so shift the layout. */
function showUnlessLayoutShifts(font: FontFace): void {
  const visible = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter((headline) => {
    const { top, bottom } = headline.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  const heights = () => visible.map(({ offsetHeight }) => offsetHeight).join()
  const before = heights()
  document.fonts.add(font)
  if (heights() !== before) document.fonts.delete(font)
}
