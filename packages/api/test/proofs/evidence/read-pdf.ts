import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface PlacedText {
  text: string
  left: number
  right: number
  y: number
}

/** Reads the texts, links and structure of all pages. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const numbers = Array.from({ length: document.numPages }, (_, n) => n + 1)
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)))
  const contents = await Promise.all(pages.map((page) => page.getTextContent()))
  const texts: PlacedText[] = contents
    .flatMap(({ items }) => items)
    .flatMap((item) =>
      'str' in item && item.str !== ''
        ? [
            {
              text: item.str,
              left: Number(item.transform[4]),
              right: Number(item.transform[4]) + item.width,
              y: Number(item.transform[5]),
            },
          ]
        : [],
    )
  const annotations = await Promise.all(pages.map((page) => page.getAnnotations()))
  const result = {
    pages: document.numPages,
    texts,
    all: texts.map(({ text }) => text).join(''),
    metadata: await document.getMetadata(),
    links: annotations.flat().map(({ url }: { url?: string }) => url),
    structure: JSON.stringify(await Promise.all(pages.map((page) => page.getStructTree()))),
  }
  await document.loadingTask.destroy()
  return result
}
