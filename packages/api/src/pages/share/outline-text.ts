import { create, type Font } from 'fontkit'
import { createFontSubset, type TextPlace } from '../../platform/typesetting/typesetter.ts'
import { fitText, leading } from '../../platform/typesetting/text-lines.ts'
import {
  typesetText,
  visualRuns,
  type FontGrapheme,
  type StyledText,
  type TextStyle,
} from '../../platform/typesetting/text-runs.ts'

/**
 * Returns a text as SVG paths, in the largest of the sizes that fits. The fonts are those of certificates, so the result
 * does not depend on the fonts of the machine.
 */
export async function outlineText({ text, style }: StyledText, place: TextPlace): Promise<string> {
  const { x, y, width, color } = place
  const { graphemes, isRightToLeft } = await typesetText(text, style)
  const { graphemes: ellipsis } = await typesetText('…', style)
  const fonts = await openFonts([...graphemes, ...ellipsis], style)
  const measureAt = (size: number) => (line: readonly FontGrapheme[]) =>
    visualRuns(line).reduce((sum, run) => {
      const font = requireFont(fonts, run.slice.file)
      return sum + (font.layout(run.text).advanceWidth / font.unitsPerEm) * size
    }, 0)
  const { size, lines } = fitText(graphemes, place, measureAt, ellipsis)
  const measure = measureAt(size)
  const paths = lines.map((line, index) => {
    const indent = isRightToLeft ? width - measure(line) : 0
    return outlineLine(line, fonts, { x: x + indent, y: y + index * size * leading, size })
  })
  return `<path d="${paths.join('')}" fill="${color}"/>`
}

function outlineLine(
  line: readonly FontGrapheme[],
  fonts: ReadonlyMap<string, Font>,
  { x, y, size }: { x: number; y: number; size: number },
): string {
  let left = x
  let path = ''
  for (const { text, slice } of visualRuns(line)) {
    const font = requireFont(fonts, slice.file)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(text)
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {}
      path += glyph.path
        .scale(scale, -scale)
        .translate(left + xOffset * scale, y - yOffset * scale)
        .toSVG()
      left += xAdvance * scale
    }
  }
  return path
}

/** Opens the fonts that some graphemes need, reduced to these. Returns them by font file. */
async function openFonts(
  graphemes: readonly FontGrapheme[],
  style: TextStyle,
): Promise<ReadonlyMap<string, Font>> {
  const fonts = new Map<string, Font>()
  for (const [file, fileGraphemes] of Map.groupBy(graphemes, ({ slice }) => slice.file)) {
    const [first] = fileGraphemes
    if (first === undefined) continue
    const characters = fileGraphemes.map(({ text }) => text).join('')
    const font = create(Buffer.from(await createFontSubset(first.slice, style, characters)))
    if (!('layout' in font)) throw new TypeError(`${file} is a collection of fonts`)
    fonts.set(file, font)
  }
  return fonts
}

function requireFont(fonts: ReadonlyMap<string, Font>, file: string): Font {
  const font = fonts.get(file)
  if (font === undefined) throw new RangeError(`${file} was not opened`)
  return font
}
