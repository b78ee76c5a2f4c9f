import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { notAnImage } from '@priormark/core/images/endpoints'
import { imageNamePattern } from '@priormark/core/images/image-address'
import { AppError } from '@priormark/core/errors'
import type { FileStorage } from '../storage/file-storage.ts'

/** The widths an image is kept in, in pixels, as far as it is that wide; the last is the largest any image keeps. */
const targetWidths = [320, 640, 960, 1280, 1920]
const maxWidth = 2400

/** The most pixels an image may unpack to, all frames together: more is an attack, or nothing for a web page. */
const maxPixels = 50_000_000

/** The most frames of a moving picture: each takes time, however small it is. */
const maxFrames = 500

/** How long one image may be worked on, in seconds. */
const timeoutSeconds = 30

/** An image that was drawn again from its pixels, so that nothing but pixels is left of what came in. */
export interface DrawnImage {
  width: number
  height: number
  /** WebP by width, smallest first. */
  variants: { width: number; bytes: Buffer }[]
}

let lastDrawn: Promise<unknown> = Promise.resolve()

/** Draws an image again in every width it is kept in; one at a time, for its memory. @throws AppError invalid_file_type, image_too_large */
export function drawImage(source: Buffer): Promise<DrawnImage> {
  const drawn = lastDrawn.then(() => draw(source))
  lastDrawn = drawn.catch(() => undefined)
  return drawn
}

async function draw(source: Buffer): Promise<DrawnImage> {
  if (!isPicture(source)) throw new AppError('invalid_file_type', notAnImage)
  // Loaded when an image comes in: starting the server does not need it.
  const { default: sharp } = await import('sharp')
  const input = { limitInputPixels: maxPixels, sequentialRead: true, animated: true } as const
  try {
    const facts = await sharp(source, input).metadata()
    if ((facts.pages ?? 1) > maxFrames) throw tooManyFrames()
    const width = Math.min(facts.autoOrient.width, maxWidth)
    // A moving picture is kept in one width: drawing each of its frames in many would take minutes.
    const smaller = (facts.pages ?? 1) > 1 ? [] : targetWidths.filter((target) => target < width)
    const variants = []
    let height = 0
    for (const target of [...smaller, width]) {
      const { data: bytes, info } = await sharp(source, input)
        .autoOrient()
        .resize({ width: target })
        .webp({ quality: 80, effort: 4 })
        .timeout({ seconds: timeoutSeconds })
        .toBuffer({ resolveWithObject: true })
      variants.push({ width: target, bytes })
      height = info.pageHeight ?? info.height
    }
    return { width, height, variants }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw isTooLarge(cause) ? tooManyPixels(cause) : new AppError('invalid_file_type', notAnImage, { cause })
  }
}

/** In the words of sharp and of the decoders, which refuse before they unpack. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /exceeds pixel limit|too large|dimension|timeout/i.test(error.message)
}

function tooManyPixels(cause: unknown): AppError {
  return new AppError(
    'image_too_large',
    'This picture is too large to draw. It may have 50 million pixels, all frames together.',
    { cause },
  )
}

function tooManyFrames(): AppError {
  return new AppError('image_too_large', `This picture has too many frames. It may have ${maxFrames}.`)
}

/** Whether a file begins as a JPEG, PNG, GIF, WebP or AVIF does. SVG is a program, and never comes near a decoder. */
function isPicture(bytes: Buffer): boolean {
  const beginning = bytes.subarray(0, 32).toString('latin1')
  return /^(?:\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF[^]{4}WEBP|[^]{4}ftyp(?:avif|avis))/.test(beginning)
}

/** A variant of an image: a smaller width in pixels, or the whole. */
export type ImageVariant = number | 'whole'

/** Where a variant of an image is in the file storage. Null for what is no name of an image. */
export function imageKey(name: string, variant: ImageVariant): string | null {
  if (!imageNamePattern.test(name)) return null
  const hash = name.slice(-'0123456789abcdef.webp'.length, -'.webp'.length)
  return `${hash.slice(0, 2)}/image-${hash}-${variant}`
}

/** Stores every variant of an image under its name. */
export async function storeImage(
  storage: FileStorage,
  name: string,
  { variants }: DrawnImage,
): Promise<void> {
  const keys = imageKeys(
    name,
    variants.map(({ width }) => width),
  )
  for (const [index, { bytes }] of variants.entries()) {
    await storage.write(keys[index] ?? '', Readable.from([bytes]), { maxBytes: bytes.length })
  }
}

/** The keys of an image with these widths, the last of which is the whole. */
export function imageKeys(name: string, widths: readonly number[]): string[] {
  return widths.flatMap((width, index) => imageKey(name, index === widths.length - 1 ? 'whole' : width) ?? [])
}

/** SHA-256 in lower-case hex. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
