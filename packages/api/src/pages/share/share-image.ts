import { drawSeal } from '@priormark/core/proofs/proof/seal'
import { shareImageSize } from '@priormark/core/pages/share-image'
import { AppError } from '@priormark/core/platform/errors'
import { createTaskQueue } from '../../platform/task-queue.ts'

/** What a picture for link previews shows. */
export interface ShareImage {
  colorScheme: 'ink' | 'paper'
  shopName: string
  headline: string
  /** Below the headline. */
  detail: string
  /** The fingerprint whose seal is shown. */
  sha256: string
  /** Whether the record is final: then the seal is green. */
  isFinal: boolean
}

const { width, height } = shareImageSize
const margin = 84

/** The palette of the site (packages/site/src/ui/tokens.css). */
const colorSchemes = {
  ink: { background: '#15140F', text: '#F6F3EC', soft: '#B9B2A3', seal: '#F6F3EC' },
  paper: { background: '#F6F3EC', text: '#15140F', soft: '#57534A', seal: '#15140F' },
}
const recordedColor = '#0A6B4E'

/** They take about 10 MB. */
const maxCachedImages = 200

/** They take about three seconds to draw. */
const maxImagesInProgress = 10

/** When to retry, in seconds. */
const retryAfterSeconds = 5

const cachedImages = new Map<string, Buffer>()
const imagesInProgress = new Map<string, Promise<Buffer>>()
const enqueue = createTaskQueue()

/**
 * Returns the picture as PNG. Pictures are drawn one at a time, and the last 200 are kept in memory.
 * @throws AppError unavailable if too many pictures are in progress
 */
export async function shareImagePng(image: ShareImage): Promise<Buffer> {
  const key = JSON.stringify(image)
  const existingImage = cachedImages.get(key) ?? imagesInProgress.get(key)
  if (existingImage !== undefined) return existingImage
  if (imagesInProgress.size >= maxImagesInProgress) {
    throw new AppError('unavailable', 'Many pictures are being drawn. Please try again in a few seconds.', {
      retryAfterSeconds,
    })
  }
  const newImage = enqueue(() => draw(image))
  imagesInProgress.set(key, newImage)
  try {
    const png = await newImage
    cachedImages.set(key, png)
    const [oldest] = cachedImages.keys()
    if (cachedImages.size > maxCachedImages && oldest !== undefined) cachedImages.delete(oldest)
    return png
  } finally {
    imagesInProgress.delete(key)
  }
}

async function draw(image: ShareImage): Promise<Buffer> {
  // Loaded with the first picture, to keep the server's start fast.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(await shareImageSvg(image)))
    .png({ palette: true, colors: 64, effort: 7 })
    .toBuffer()
}

async function shareImageSvg(image: ShareImage): Promise<string> {
  const { outlineText } = await import('./outline-text.ts')
  const { shopName, headline, detail, sha256, isFinal } = image
  const { background, text, soft, seal } = colorSchemes[image.colorScheme]
  const column = { x: margin, width: 660 }
  const parts = [
    await outlineText(
      { text: shopName, style: 'display' },
      { x: margin + 58, y: 112, width: 560, height: 60, sizes: [38, 26], color: text },
    ),
    await outlineText(
      { text: headline, style: 'display' },
      { ...column, y: 250, height: 290, sizes: [74, 60, 48, 38], color: text },
    ),
    await outlineText(
      { text: detail, style: 'text' },
      { ...column, y: 556, height: 34, sizes: [26, 20], color: soft },
    ),
  ]
  const ring = drawSeal(sha256).map((line) => `<path d="${line.path}" stroke-width="${line.strokeWidth}"/>`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${background}"/>`,
    `<path d="${cropMarks()}" stroke="${soft}" stroke-width="2" fill="none"/>`,
    registrationMark(margin + 22, 99, text),
    `<g transform="translate(962 315) scale(1.9)" fill="none" stroke="${isFinal ? recordedColor : seal}">${ring.join('')}</g>`,
    ...parts,
    '</svg>',
  ].join('')
}

function registrationMark(x: number, y: number, color: string): string {
  return `<g transform="translate(${x} ${y})"><g fill="none" stroke="${color}" stroke-width="3"><circle r="15"/><path d="M-22 0H22M0-22V22"/></g><path d="M0 0V-15A15 15 0 0 1 15 0Z" fill="${color}"/></g>`
}

function cropMarks(): string {
  const corner = (x: number, y: number, dx: number, dy: number) => `M${x + dx * 30} ${y}H${x}V${y + dy * 30}`
  const [right, bottom] = [width - 32, height - 32]
  return (
    corner(32, 32, 1, 1) +
    corner(right, 32, -1, 1) +
    corner(32, bottom, 1, -1) +
    corner(right, bottom, -1, -1)
  )
}
