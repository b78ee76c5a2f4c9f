import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import type { FontSlice } from './font-slices.ts'
import { breakLines, fitText, leading } from './text-lines.ts'
import {
  drawableText,
  typesetText,
  visualRuns,
  type FontGrapheme,
  type FontText,
  type StyledText,
  type TextRun,
  type TextStyle,
} from './text-runs.ts'

const weights: Record<TextStyle, number> = { text: 400, strong: 640, mono: 450, display: 720 }

/** The optical size, if the family has that axis. */
const opticalSizes: Record<TextStyle, number> = { text: 10, strong: 14, mono: 10, display: 48 }

/**
 * Setting features makes pdfkit draw the whole run at once. Otherwise it draws word by word, which would swap the words
 * of right-to-left text.
 */
const singleRun: PDFKit.Mixins.TextOptions = { features: [], lineBreak: false, baseline: 'alphabetic' }

/** The position of a text, in points. */
export interface TextPlace {
  x: number
  /** The baseline of the first line. */
  y: number
  width: number
  /** The height of all lines together; one line always fits. */
  height: number
  /** Font sizes to try, largest first. A text that is too long at the last size ends with an ellipsis. */
  sizes: readonly number[]
  color: string
}

/** Lays out text of any script in a PDF: selects fonts, embeds only the characters used, breaks lines. */
export class Typesetter {
  readonly #document: PDFKit.PDFDocument
  readonly #texts: ReadonlyMap<string, FontText>
  /** Caches the widths of runs, which are measured to choose a size, to break lines and to draw. */
  readonly #widths = new Map<string, number>()

  private constructor(document: PDFKit.PDFDocument, texts: ReadonlyMap<string, FontText>) {
    this.#document = document
    this.#texts = texts
  }

  /** Creates the fonts for all texts that will be drawn, each subset once. */
  static async open(document: PDFKit.PDFDocument, texts: readonly StyledText[]): Promise<Typesetter> {
    const typesetTexts = new Map<string, FontText>()
    const fonts = new Map<string, { slice: FontSlice; style: TextStyle; characters: string }>()
    for (const styled of [...texts, ...ellipses]) {
      const fontText = await typesetText(styled.text, styled.style)
      typesetTexts.set(textKey(styled), fontText)
      for (const { slice, text } of fontText.graphemes) {
        const key = fontKey(slice, styled.style)
        const { characters } = fonts.get(key) ?? { characters: '' }
        fonts.set(key, { slice, style: styled.style, characters: characters + text })
      }
    }
    for (const [key, { slice, style, characters }] of fonts) {
      document.registerFont(key, Buffer.from(await createFontSubset(slice, style, characters)))
    }
    return new Typesetter(document, typesetTexts)
  }

  /** Draws a text at the largest size that fits. */
  draw(styled: StyledText, place: TextPlace): void {
    const { style, text } = styled
    const { x, y, color } = place
    const { graphemes, isRightToLeft } = this.#find(styled)
    const dots = this.#find({ text: ellipsis, style }).graphemes
    const measureAt = (size: number) => (line: readonly FontGrapheme[]) => this.#measure(line, style, size)
    const { size, lines } = fitText(graphemes, place, measureAt, dots)
    const widths = lines.map((line) => this.#measure(line, style, size))
    const widest = Math.max(0, ...widths)
    this.#document.fillColor(color)
    // Glyphs cannot always be mapped back to text, so the text is stored for copying and screen readers.
    this.#document.markContent('Span', { actual: drawableText(text) })
    for (const [n, line] of lines.entries()) {
      const indent = isRightToLeft ? widest - (widths[n] ?? 0) : 0
      this.#drawLine(line, style, size, x + indent, y + n * size * leading)
    }
    this.#document.endMarkedContent()
  }

  /** Returns the width of a text on one line, in points. */
  measure(styled: StyledText, size: number): number {
    return this.#measure(this.#find(styled).graphemes, styled.style, size)
  }

  /** Returns how many lines a text takes at a size. */
  countLines(styled: StyledText, size: number, width: number): number {
    const measure = (line: readonly FontGrapheme[]) => this.#measure(line, styled.style, size)
    return breakLines(this.#find(styled).graphemes, width, measure).length
  }

  #drawLine(line: readonly FontGrapheme[], style: TextStyle, size: number, left: number, y: number): void {
    let x = left
    for (const run of visualRuns(line)) {
      this.#document.font(fontKey(run.slice, style)).fontSize(size).text(run.text, x, y, singleRun)
      x += this.#measureRun(run, style, size)
    }
  }

  #measure(line: readonly FontGrapheme[], style: TextStyle, size: number): number {
    return visualRuns(line).reduce((width, run) => width + this.#measureRun(run, style, size), 0)
  }

  #measureRun({ text, slice }: TextRun, style: TextStyle, size: number): number {
    const font = fontKey(slice, style)
    const key = `${size} ${font} ${text}`
    const cachedWidth = this.#widths.get(key)
    if (cachedWidth !== undefined) return cachedWidth
    const width = this.#document.font(font).fontSize(size).widthOfString(text, singleRun)
    this.#widths.set(key, width)
    return width
  }

  #find(styled: StyledText): FontText {
    const text = this.#texts.get(textKey(styled))
    if (text === undefined)
      throw new RangeError('A text must be passed to Typesetter.open() before it is drawn')
    return text
  }
}

const ellipsis = '…'
const ellipses = (['text', 'strong', 'mono', 'display'] as const).map((style) => ({ text: ellipsis, style }))

function textKey({ text, style }: StyledText): string {
  return `${style} ${text}`
}

function fontKey({ file }: FontSlice, style: TextStyle): string {
  return `${weights[style]} ${file}`
}

/** Returns a font file of a style that contains only the given characters. */
export async function createFontSubset(
  slice: FontSlice,
  style: TextStyle,
  characters: string,
): Promise<Uint8Array> {
  const size = slice.family.axes === 'opsz' ? { opsz: opticalSizes[style] } : {}
  const options = {
    targetFormat: 'truetype',
    variationAxes: { wght: weights[style], ...size },
  } as const
  const font = await subsetFont(await readFile(slice.file), characters, options)
  // For a glyph without a shape at the end of the file, such as a space, fontkit still reads a header of ten bytes.
  return Buffer.concat([font, Buffer.alloc(10)])
}
