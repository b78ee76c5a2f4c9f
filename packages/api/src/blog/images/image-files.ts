import { Readable } from 'node:stream'
import {
  damagedImageMessage,
  notAnImageMessage,
  unsupportedImageMessage,
  type UnsupportedKind,
} from '@priormark/core/blog/images/endpoints'
import { imageNamePattern } from '@priormark/core/platform/image-address'
import { AppError } from '@priormark/core/platform/errors'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { createTaskQueue } from '../../platform/task-queue.ts'

/** The stored widths in pixels, up to the width of the source. */
const targetWidths = [320, 640, 960, 1280, 1920]
const maxWidth = 2400

/** The maximum height of a WebP in pixels. */
const maxHeight = 16_383

/** The maximum number of pixels in all frames of an image. More is an attack, or useless on a web page. */
const maxPixels = 50_000_000

/** The maximum number of frames, because each takes time, however small it is. */
const maxFrames = 500

/** The time limit for processing one image, in seconds. */
const timeoutSeconds = 30

/** An image re-encoded from its pixels, so that no other data of the upload remains. */
type EncodedImage = Awaited<ReturnType<typeof encodeVariants>>

/** Images are encoded one at a time to limit memory. */
const encodeInTurn = createTaskQueue()

/** Re-encodes an image in every stored width. @throws AppError invalid_file_type, image_too_large */
export function encodeImage(source: Buffer): Promise<EncodedImage> {
  return encodeInTurn(() => encode(source))
}

async function encode(source: Buffer): Promise<EncodedImage> {
  const problem = problemOf(source)
  if (problem !== null) throw new AppError('invalid_file_type', problem)
  // Some programs omit the marker at the end of a JPEG, and browsers do not need it. A second marker has no effect, and
  // in a file that ends early the decoder reports the missing rows instead.
  const isJpeg = source[0] === 0xff
  const bytes = isJpeg ? Buffer.concat([source, Buffer.from([0xff, 0xd9])]) : withoutPngTexts(source)
  try {
    return await encodeVariants(bytes, 'warning').catch((cause: unknown) => {
      if (cause instanceof AppError || isTooLarge(cause) || isIncomplete(cause)) throw cause
      // Browsers show images about which decoders only warn, for example Samsung's JPEGs with an unusual scan header.
      return encodeVariants(bytes, 'truncated')
    })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if (!isTooLarge(cause)) throw new AppError('invalid_file_type', damagedImageMessage, { cause })
    throw new AppError(
      'image_too_large',
      'This image is too large to process. The limit is 50 million pixels across all frames.',
      { cause },
    )
  }
}

/** @param failOn the least severe problem for which the decoder rejects a file */
async function encodeVariants(source: Buffer, failOn: 'warning' | 'truncated') {
  // Loaded on the first upload, to keep the server's start fast.
  const { default: sharp } = await import('sharp')
  const input = { limitInputPixels: maxPixels, sequentialRead: true, animated: true, failOn } as const
  const metadata = await sharp(source, input).metadata()
  if ((metadata.pages ?? 1) > maxFrames)
    throw new AppError('image_too_large', `This image has too many frames. The limit is ${maxFrames}.`)
  const width = Math.min(metadata.autoOrient.width, maxWidth)
  const fullHeight = metadata.pageHeight ?? metadata.autoOrient.height
  if (Math.round((fullHeight * width) / metadata.autoOrient.width) > maxHeight) throw tooTallError(fullHeight)
  // Animations are stored in one width only: encoding all frames in several would take minutes.
  const smallerWidths = (metadata.pages ?? 1) > 1 ? [] : targetWidths.filter((target) => target < width)
  // WebP by width, smallest first.
  const variants: { width: number; bytes: Buffer }[] = []
  let height = 0
  for (const target of [...smallerWidths, width]) {
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
}

/** Matches the error messages of sharp and of the decoders, which reject oversized images before decoding. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /exceeds pixel limit|too large|dimension|timeout/i.test(error.message)
}

/** Matches the JPEG decoder's warning about missing rows, which it would fill with gray. */
function isIncomplete(error: unknown): boolean {
  return error instanceof Error && error.message.includes('premature end')
}

function tooTallError(height: number): AppError {
  return new AppError(
    'image_too_large',
    `This image is ${height.toLocaleString('en-US')} pixels tall, and the limit is ${maxHeight.toLocaleString('en-US')}. Cut it into several images, or scale it down.`,
  )
}

/**
 * Returns the key of a variant in the file storage, or null for an invalid name.
 * @param variant a smaller width in pixels, or the full size
 */
export function imageKey(name: string, variant: number | 'whole'): string | null {
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
  const widths = variants.map(({ width }) => width)
  const keys = imageKeys(name, widths)
  for (const [index, { bytes }] of variants.entries()) {
    await storage.write(keys[index] ?? '', Readable.from([bytes]), { maxBytes: bytes.length })
  }
}

/** Returns the keys of an image with these widths. The largest is stored without its width in the key. */
export function imageKeys(name: string, widths: readonly number[]): string[] {
  return widths.flatMap((width, index) => imageKey(name, index === widths.length - 1 ? 'whole' : width) ?? [])
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const textTypes = new Set(['tEXt', 'zTXt', 'iTXt'])

/** The size of the length and the type before a chunk's data, and of the checksum after it, in bytes. */
const chunkFrameBytes = 12

/**
 * Returns a PNG without its text chunks (PNG specification, 11.3.3), and other files unchanged. The decoder would inflate
 * all of these chunks, although nothing uses them: 100 chunks of 7 KB take 2.9 GB of memory.
 */
function withoutPngTexts(source: Buffer): Buffer {
  if (!source.subarray(0, signature.length).equals(signature)) return source
  const parts: Buffer[] = [signature]
  let start = signature.length
  while (start + chunkFrameBytes <= source.length) {
    const end = start + chunkFrameBytes + source.readUInt32BE(start)
    const type = source.toString('latin1', start + 4, start + 8)
    if (!textTypes.has(type)) parts.push(source.subarray(start, end))
    start = end
  }
  // The decoder reports the rest of a file that ends early.
  return Buffer.concat([...parts, source.subarray(start)])
}

/** How many bytes at the beginning of a file decide its type. */
const beginningBytes = 1_024

/**
 * Returns why a file is not accepted, or null for JPEG, PNG, GIF, WebP and AVIF, which are detected by their content. SVG
 * can contain scripts, so it never reaches a decoder.
 */
function problemOf(bytes: Buffer): string | null {
  const beginning = bytes.subarray(0, beginningBytes).toString('latin1')
  const brands = brandsOf(bytes)
  if (/^(?:\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF[^]{4}WEBP)/.test(beginning) || brands.some(isAvif)) return null
  const kind = unsupportedKindOf(beginning, brands)
  return kind === null ? notAnImageMessage : unsupportedImageMessage(kind)
}

/** Whether a file is an animated PNG (APNG), of which the decoder reads only the first frame. */
export function isAnimatedPng(bytes: Buffer): boolean {
  const start = bytes.subarray(0, Math.max(0, bytes.indexOf('IDAT', 0, 'latin1')))
  return start.subarray(1, 4).toString('latin1') === 'PNG' && start.includes('acTL', 0, 'latin1')
}

/** Returns the brands of an ISO media file (ISO/IEC 14496-12, 4.3), any of which may be AVIF, or [] for other files. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.subarray(4, 8).toString('latin1') !== 'ftyp') return []
  const box = bytes.subarray(8, Math.min(bytes.readUInt32BE(0), beginningBytes)).toString('latin1')
  const [brand = '', _version, ...otherBrands] = box.match(/[^]{4}/g) ?? []
  return [brand, ...otherBrands]
}

const isAvif = (brand: string) => brand === 'avif' || brand === 'avis'

function unsupportedKindOf(beginning: string, brands: readonly string[]): UnsupportedKind | null {
  if (brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand))) return 'HEIC'
  const startsWithAny = (starts: readonly string[]) => starts.some((start) => beginning.startsWith(start))
  if (startsWithAny(['II*\0', 'II+\0', 'MM\0*', 'MM\0+'])) return 'TIFF'
  if (startsWithAny(['\xff\n', '\0\0\0\x0cJXL '])) return 'JPEG XL'
  if (beginning.startsWith('BM')) return 'BMP'
  return /<svg[\s>]/i.test(beginning) ? 'SVG' : null
}
