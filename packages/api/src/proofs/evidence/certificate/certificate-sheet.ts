import type { StyledText } from '../../../platform/typesetting/text-runs.ts'
import type { TextPlace, Typesetter } from '../../../platform/typesetting/typesetter.ts'
import { inkSoft, width, type PlacedText } from './certificate-layout.ts'

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

  writeText({ tag, style, text, place, isRight = false, link }: PlacedText): void {
    const styled = { text, style }
    const measured = isRight ? this.type.measure(styled, place.sizes[0] ?? 0) : 0
    const shown = isRight ? { ...place, x: place.x - measured, width: measured + 1 } : place
    if (link === undefined) this.write(tag, styled, shown)
    else this.link(link, styled, shown)
  }

  label(text: string, x: number, y: number): void {
    this.write('P', { text, style: 'strong' }, { x, y, width, sizes: [8.5], height: 12, color: inkSoft })
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
