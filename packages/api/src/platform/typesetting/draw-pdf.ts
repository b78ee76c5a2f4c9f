import { ink, inkSoft, left, right, width } from './page-layout.ts'
import { Sheet } from './sheet.ts'
import { drawStamp } from './stamp.ts'

/** A line of a document: a text over the whole width, or a name with a value at the right end. */
export interface PdfLine {
  text: string
  value?: string
  isStrong?: boolean
  isSmall?: boolean
  /** Puts a thin line and some space above it. */
  isNewSection?: boolean
}

/** A plain document for printing, such as a receipt. */
export interface PdfContent {
  /** Who issues it, at the top. */
  issuer: string
  title: string
  /** A stamped word that applies to the whole document, and the sentence beside it. */
  stamp?: { word: string; note: string } | null
  lines: readonly PdfLine[]
  /** The date in the file's metadata, so that unchanged content gives identical bytes. */
  createdAt: Date
}

const top = 140
const bottom = 790
const stampHeight = 34
const sectionGap = 14
const rowHeight = 18

/** Draws a heading and lines on as many pages as they need. */
export async function drawPdf(content: PdfContent): Promise<Uint8Array> {
  const { issuer, title, stamp = null, lines, createdAt } = content
  const texts = lines.flatMap(({ text, value, isStrong }) => {
    const style = isStrong ? ('strong' as const) : ('text' as const)
    return [text, ...(value === undefined ? [] : [value])].map((part) => ({ text: part, style }))
  })
  const sheet = await Sheet.open({ title, author: issuer, createdAt }, [
    { text: issuer, style: 'display' },
    { text: title, style: 'strong' },
    { text: stamp?.word ?? '', style: 'strong' },
    { text: stamp?.note ?? '', style: 'text' },
    ...texts,
  ])
  const place = (y: number, size: number) => ({
    x: left,
    y,
    width,
    height: size * 1.4,
    sizes: [size],
    color: ink,
  })
  sheet.write('P', { text: issuer, style: 'display' }, { ...place(73, 17), sizes: [17, 12, 8] })
  sheet.write('H1', { text: title, style: 'strong' }, { ...place(108, 14), sizes: [14, 11, 8] })
  if (stamp !== null) {
    const frame = { kind: 'stamp', x: left, y: top - 16, width: 54, height: 24, rotationDegrees: -4 } as const
    sheet.ornament((document) => drawStamp(document, frame))
    sheet.write('P', { text: stamp.word, style: 'strong' }, { ...place(top, 11), x: left + 11, width: 44 })
    sheet.write('P', { text: stamp.note, style: 'text' }, { ...place(top, 10.5), x: left + 68 })
  }
  let y = stamp === null ? top : top + stampHeight
  for (const { text, value, isStrong = false, isSmall = false, isNewSection = false } of lines) {
    const styled = { text, style: isStrong ? ('strong' as const) : ('text' as const) }
    const size = isSmall ? 9 : 10.5
    const valueWidth = value === undefined ? 0 : 90
    const rows = sheet.typesetter.countLines(styled, size, width - valueWidth)
    const height = (isNewSection ? sectionGap : 0) + rowHeight + (rows - 1) * size * 1.3
    if (y + height > bottom) {
      sheet.nextPage()
      y = 73
    }
    if (isNewSection) {
      sheet.rule(y - 4)
      y += sectionGap
    }
    const color = isSmall ? inkSoft : ink
    const box = { x: left, y, width: width - valueWidth, height: rows * size * 1.4, sizes: [size], color }
    sheet.write('P', styled, box)
    if (value !== undefined)
      sheet.writeText({
        kind: 'text',
        tag: 'P',
        style: styled.style,
        text: value,
        isRightAligned: true,
        place: { x: right, y, width: valueWidth, height: size * 1.4, sizes: [size], color },
      })
    y += height - (isNewSection ? sectionGap : 0)
  }
  return sheet.end()
}
