import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { notAnImage, unsupportedImage } from '@priormark/core/images/endpoints'
import { imageNamePattern } from '@priormark/core/images/image-address'
import { AppError } from '@priormark/core/errors'
import type { FileStorage } from '../storage/file-storage.ts'

/** The stored widths in pixels, as far as the source is wide enough; the last is the maximum. */
const targetWidths = [320, 640, 960, 1280, 1920]
const maxWidth = 2400

/** The most pixels of a decoded image, all frames together. More is an attack, or useless on a web page. */
const maxPixels = 50_000_000

/** The most frames of an animation, since each takes time, however small it is. */
const maxFrames = 500

/** The time limit for processing one image, in seconds. */
const timeoutSeconds = 30

/** An image re-encoded from its pixels, so that no other data of the upload remains. */
export interface EncodedImage {
  width: number
  height: number
  /** WebP by width, smallest first. */
  variants: { width: number; bytes: Buffer }[]
}

let lastEncoded: Promise<unknown> = Promise.resolve()

/**
 * Re-encodes an image in every stored width. Images are processed one at a time to limit memory.
 * @throws AppError invalid_file_type, image_too_large
 */
export function encodeImage(source: Buffer): Promise<EncodedImage> {
  const encoded = lastEncoded.then(() => encode(source))
  lastEncoded = encoded.catch(() => undefined)
  return encoded
}

async function encode(source: Buffer): Promise<EncodedImage> {
  if (!isPicture(source)) throw new AppError('invalid_file_type', rejectionOf(source))
  // Loaded on the first upload, to keep the server's start fast.
  const { default: sharp } = await import('sharp')
  const input = { limitInputPixels: maxPixels, sequentialRead: true, animated: true } as const
  try {
    const facts = await sharp(source, input).metadata()
    if ((facts.pages ?? 1) > maxFrames) throw tooManyFrames()
    const width = Math.min(facts.autoOrient.width, maxWidth)
    // Animations are stored in one width only: encoding all frames in several would take minutes.
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

/** Matches error messages of sharp and of the decoders, which reject such images before decoding. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /exceeds pixel limit|too large|dimension|timeout/i.test(error.message)
}

function tooManyPixels(cause: unknown): AppError {
  return new AppError(
    'image_too_large',
    'This image is too large to process. The limit is 50 million pixels across all frames.',
    { cause },
  )
}

function tooManyFrames(): AppError {
  return new AppError('image_too_large', `This image has too many frames. The limit is ${maxFrames}.`)
}

/**
 * Whether a file begins like a JPEG, PNG, GIF, WebP or AVIF. SVG can contain scripts, so it never reaches a decoder.
 */
function isPicture(bytes: Buffer): boolean {
  const beginning = bytes.subarray(0, 32).toString('latin1')
  return /^(?:\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF[^]{4}WEBP|[^]{4}ftyp(?:avif|avis))/.test(beginning)
}

/** Returns the message for a file that is not an accepted image. */
function rejectionOf(bytes: Buffer): string {
  const beginning = bytes.subarray(0, 1_024).toString('latin1')
  if (beginning.startsWith('BM')) return unsupportedImage('BMP')
  return /<svg[\s>]/i.test(beginning) ? unsupportedImage('SVG') : notAnImage
}

/** A variant of an image: a smaller width in pixels, or the full size. */
export type ImageVariant = number | 'whole'

/** Returns the key of a variant in the file storage, or null for an invalid name. */
export function imageKey(name: string, variant: ImageVariant): string | null {
  if (!imageNamePattern.test(name)) return null
  const hash = name.slice(-'0123456789abcdef.webp'.length, -'.webp'.length)
  return `${hash.slice(0, 2)}/image-${hash}-${variant}`
}

/** Stores every variant of an image under its name. */
export async function storeImage(
  storage: FileStorage,
  name: string,
  { variants }: EncodedImage,
): Promise<void> {
  const keys = imageKeys(
    name,
    variants.map(({ width }) => width),
  )
  for (const [index, { bytes }] of variants.entries()) {
    await storage.write(keys[index] ?? '', Readable.from([bytes]), { maxBytes: bytes.length })
  }
}

/** Returns the keys of an image with these widths. The largest is stored without its width in the key. */
export function imageKeys(name: string, widths: readonly number[]): string[] {
  return widths.flatMap((width, index) => imageKey(name, index === widths.length - 1 ? 'whole' : width) ?? [])
}

/** In lower-case hex. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
