import { notAnImage, unsupportedImage, type UnsupportedKind } from '@priormark/core/blog/images/endpoints'

/** How far into a file its kind is looked for, in bytes. */
const beginningBytes = 1_024

/** What the beginning of a file says about it. SVG can contain scripts, so it never reaches a decoder. */
type ImageKind = { isAccepted: true } | { isAccepted: false; message: string }

/** Detects JPEG, PNG, GIF, WebP and AVIF by their content, and names other kinds of images. */
export function imageKind(bytes: Buffer): ImageKind {
  const beginning = bytes.subarray(0, beginningBytes).toString('latin1')
  const brands = brandsOf(bytes)
  if (/^(?:\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF[^]{4}WEBP)/.test(beginning) || brands.some(isAvif))
    return { isAccepted: true }
  const kind = unsupportedKindOf(beginning, brands)
  return { isAccepted: false, message: kind === null ? notAnImage : unsupportedImage(kind) }
}

/** Whether a PNG has an animation chunk (APNG), of which the decoder reads only the first frame. */
export function isAnimatedPng(bytes: Buffer): boolean {
  const start = bytes.subarray(0, Math.max(0, bytes.indexOf('IDAT', 0, 'latin1')))
  return start.subarray(1, 4).toString('latin1') === 'PNG' && start.includes('acTL', 0, 'latin1')
}

/** Returns the brands of an ISO media file (ISO/IEC 14496-12, 4.3), of which AVIF may be any, or [] for other files. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.subarray(4, 8).toString('latin1') !== 'ftyp') return []
  const box = bytes.subarray(8, Math.min(bytes.readUInt32BE(0), beginningBytes)).toString('latin1')
  const words = Array.from({ length: Math.floor(box.length / 4) }, (_, index) =>
    box.slice(index * 4, index * 4 + 4),
  )
  // The second word is a version.
  return words.filter((_, index) => index !== 1)
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
