import type { StyledText } from '../../../platform/typesetting/text-runs.ts'
import type { TextPlace, Typesetter } from '../../../platform/typesetting/typesetter.ts'

/** The palette of the site (packages/site/src/ui/tokens.css). */
export const ink = '#15140F'
export const inkSoft = '#57534A'
export const rule = '#DDD6C8'

/** The margins of the text and the two-column grid on A4, in points. */
export const left = 56
export const right = 539.28
export const width = right - left
export const gap = 24
export const half = (width - gap) / 2

/** Tagged pages: texts are tagged for screen readers, and ornaments are marked as artifacts. */
export class Sheet {
  readonly type: Typesetter
  readonly #document: PDFKit.PDFDocument
  readonly #structure: PDFKit.PDFStructureElement

  constructor(document: PDFKit.PDFDocument, type: Typesetter) {
    this.type = type
    this.#document = document
    this.#structure = document.struct('Document')
    document.addStructure(this.#structure)
  }

  write(tag: string, styled: StyledText, place: TextPlace): void {
    this.#structure.add(this.#document.struct(tag, {}, () => this.type.draw(styled, place)))
  }

  label(text: string, x: number, y: number): void {
    this.write(
      'P',
      { text, style: 'strong' },
      { x, y, width: half, sizes: [7.5], height: 10, color: inkSoft },
    )
  }

  link(address: string, styled: StyledText, place: TextPlace): void {
    this.write('P', styled, place)
    const size = place.sizes[0] ?? 0
    this.#document.link(place.x, place.y - size, place.width, size * 1.3, address)
  }

  figure(alt: string, draw: (document: PDFKit.PDFDocument) => void): void {
    this.#structure.add(this.#document.struct('Figure', { alt }, () => draw(this.#document)))
  }

  ornament(draw: (document: PDFKit.PDFDocument) => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' })
    draw(this.#document)
    this.#document.endMarkedContent()
  }

  /** Begins the next page. */
  nextPage(): void {
    this.#document.addPage()
  }

  end(): void {
    this.#structure.end()
  }
}
