import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface PlacedText {
  text: string
  left: number
  right: number
  y: number
}

/** Reads what a PDF program finds on the only page. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const page = await document.getPage(1)
  const texts: PlacedText[] = (await page.getTextContent()).items.flatMap((item) =>
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
  const result = {
    pages: document.numPages,
    texts,
    all: texts.map(({ text }) => text).join(''),
    metadata: await document.getMetadata(),
    links: (await page.getAnnotations()).map(({ url }: { url?: string }) => url),
    structure: JSON.stringify(await page.getStructTree()),
  }
  await document.loadingTask.destroy()
  return result
}
