import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { inkSoft, left, right, rule, width, type PlacedText } from './page-layout.ts'
import type { StyledText } from './text-runs.ts'
import { Typesetter, type TextPlace } from './typesetter.ts'

/** The metadata of the file. */
interface SheetInfo {
  title: string
  author: string
  subject?: string
  /** Not the current time, so that unchanged content gives identical bytes. */
  createdAt: Date
}

/** Tagged A4 pages: texts are tagged for screen readers, and ornaments are marked as artifacts. */
export class Sheet {
  readonly typesetter: Typesetter
  readonly #document: PDFKit.PDFDocument
  readonly #bytes: Promise<Buffer>
  readonly #structure: PDFKit.PDFStructureElement

  /** Opens the first page. @param texts all texts that will be written, so that their fonts are loaded */
  static async open(
    { title, author, subject, createdAt }: SheetInfo,
    texts: readonly StyledText[],
  ): Promise<Sheet> {
    const document = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      lang: 'en-US',
      tagged: true,
      displayTitle: true,
      info: {
        Title: plainForMetadata(title),
        Author: plainForMetadata(author),
        ...(subject === undefined ? {} : { Subject: subject }),
        Creator: plainForMetadata(author),
        CreationDate: createdAt,
      },
    })
    const bytes = buffer(document)
    return new Sheet(document, bytes, await Typesetter.open(document, texts))
  }

  private constructor(document: PDFKit.PDFDocument, bytes: Promise<Buffer>, typesetter: Typesetter) {
    this.typesetter = typesetter
    this.#document = document
    this.#bytes = bytes
    this.#structure = document.struct('Document')
    document.addStructure(this.#structure)
  }

  write(tag: string, styled: StyledText, place: TextPlace): void {
    this.#structure.add(this.#document.struct(tag, {}, () => this.typesetter.draw(styled, place)))
  }

  writeText({ tag, style, text, place, isRightAligned = false, link }: PlacedText): void {
    const styled = { text, style }
    const textWidth = isRightAligned ? this.typesetter.measure(styled, place.sizes[0] ?? 0) : 0
    const alignedPlace = isRightAligned ? { ...place, x: place.x - textWidth, width: textWidth + 1 } : place
    if (link === undefined) this.write(tag, styled, alignedPlace)
    else this.link(link, styled, alignedPlace)
  }

  /** Writes a small gray heading over a value. */
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

  /** Draws something that screen readers skip. */
  ornament(draw: (document: PDFKit.PDFDocument) => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' })
    draw(this.#document)
    this.#document.endMarkedContent()
  }

  /** Draws a thin line over the whole width. */
  rule(y: number): void {
    this.ornament((document) => document.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(rule))
  }

  /** Begins the next page. */
  nextPage(): void {
    this.#document.addPage()
  }

  /** Ends the file, and returns its bytes. */
  end(): Promise<Uint8Array> {
    this.#structure.end()
    this.#document.end()
    return this.#bytes
  }
}

/** Replaces markup and control characters with spaces, because pdfkit does not escape the metadata that it writes as XML. */
function plainForMetadata(text: string): string {
  return text.toWellFormed().replace(/[<>&\p{Cc}]/gu, ' ')
}
