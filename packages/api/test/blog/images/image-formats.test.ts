import { readdir } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { damagedImageMessage, unsupportedImageMessage } from '@priormark/core/blog/images/endpoints'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, refusal, type Visitor } from '../../../testing/visitor.ts'
import { nextShade, picture, sendImage } from './image-fixtures.ts'

// Which formats an upload accepts, and what becomes of their pixels.

let app: TestApp
let admin: Visitor
beforeAll(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
})
afterAll(() => app.close())

const send = (content: Uint8Array | string, fileName?: string) => sendImage(admin, content, fileName)

const storedFiles = async () =>
  (await readdir(app.filesDir, { recursive: true })).filter((name) => name.includes('image-'))

/** An image whose left is dark and whose top is red, so that a wrong orientation shows. */
function gradient(seed: number): Sharp {
  const [width, height] = [80, 60]
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < width * height; index += 1) {
    const [x, y] = [index % width, Math.floor(index / width)]
    pixels.set([x * 3, y < 20 ? 200 : 40, (seed * 7) % 256], index * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Changes the end of the spectral selection in the header of the only scan (ITU-T T.81, B.2.3). */
const withSpectralEnd = (value: number) => (jpeg: Buffer) => {
  const changed = Buffer.from(jpeg)
  const scan = changed.indexOf(Buffer.from([0xff, 0xda]))
  changed[scan + 2 + changed.readUInt16BE(scan + 2) - 2] = value
  return changed
}

const rgb = (image: Sharp) => image.clone().removeAlpha().toColorspace('srgb').raw().toBuffer()

async function pixelsOf({ url }: { url: string }): Promise<Buffer> {
  return rgb(sharp(await (await admin.fetch(url)).arrayBuffer()))
}

/** Returns how much two images differ on average, in levels of 256. Compression changes a few. */
function meanDifference(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return Infinity
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}

test.each([
  ['text that is called a picture', 'hello', 'x.png'],
  [
    'SVG',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    'x.png',
    unsupportedImageMessage('SVG'),
  ],
  [
    'SVG behind an XML declaration',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    'x.svg',
    unsupportedImageMessage('SVG'),
  ],
  ['BMP', 'BM\u0036\u0000\u0000\u0000', 'x.bmp', unsupportedImageMessage('BMP')],
  ['HTML', '<!doctype html><script>alert(1)</script>', 'x.gif'],
  ['PDF', '%PDF-1.7 x', 'x.jpg'],
  ['only the beginning of a PNG', '\u0089PNG', 'x.png', damagedImageMessage],
  [
    'HEIC',
    '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
    'x.jpg',
    'HEIC images aren’t supported. Export the photo as JPEG, and upload that.',
  ],
  ['HEIC of brand mif1', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'x.heic', unsupportedImageMessage('HEIC')],
  [
    'TIFF',
    'II*\0\x08\0\0\0',
    'x.tif',
    'TIFF images aren’t supported. Export it as JPEG or PNG, and upload that.',
  ],
  ['TIFF with the other byte order', 'MM\0*\0\0\0\x08', 'x.tif', unsupportedImageMessage('TIFF')],
  ['JPEG XL', '\xff\x0a\0\0', 'x.jxl', unsupportedImageMessage('JPEG XL')],
  ['JPEG XL in a container', '\0\0\0\x0cJXL \x0d\x0a\x87\x0a', 'x.jxl', unsupportedImageMessage('JPEG XL')],
  ['an empty file', '', 'x.png'],
])('rejects %s', async (_what, content, fileName, message = 'Only image files are allowed') => {
  const before = await storedFiles()
  const error = await refusal(send(Buffer.from(content, 'latin1'), fileName))
  expect(error).toMatchObject({
    status: 415,
    code: 'invalid_file_type',
    serverMessage: message,
  })
  expect(await storedFiles()).toEqual(before)
})

test.each([
  ['a JPEG without its end marker', (jpeg: Buffer) => jpeg.subarray(0, -2)],
  ['a JPEG with Samsung’s scan header', withSpectralEnd(0)],
  ['a JPEG with other data after its end', (jpeg: Buffer) => Buffer.concat([jpeg, Buffer.alloc(5_000, 7)])],
  ['a JPEG with a second marker at its end', (jpeg: Buffer) => Buffer.concat([jpeg, jpeg.subarray(-2)])],
])('accepts %s, with all its pixels', async (_what, change) => {
  const jpeg = await gradient(nextShade()).jpeg({ mozjpeg: false }).toBuffer()
  expect(change(jpeg).equals(jpeg)).toBe(false)
  expect(
    meanDifference(await pixelsOf(await send(change(jpeg), 'photo.jpg')), await rgb(sharp(jpeg))),
  ).toBeLessThan(6)
})

test('accepts AVIF with a general brand', async () => {
  const avif = await gradient(nextShade()).avif().toBuffer()
  const general = Buffer.from(avif.toString('latin1').replace('ftypavif', 'ftypmif1'), 'latin1')
  expect(
    meanDifference(await pixelsOf(await send(general, 'photo.avif')), await rgb(sharp(avif))),
  ).toBeLessThan(6)
})

test('turns every orientation, and converts color spaces and depths to those of the web', async () => {
  const seed = nextShade()
  const upright = await rgb(gradient(seed))
  const turned = { 1: 0, 3: 180, 6: 270, 8: 90 } as const
  for (const [orientation, angle] of Object.entries(turned)) {
    const source = gradient(seed)
      .rotate(angle)
      .withMetadata({ orientation: Number(orientation) })
    const image = await send(await source.jpeg({ quality: 95 }).toBuffer())
    expect(meanDifference(await pixelsOf(image), upright)).toBeLessThan(6)
  }
  // The colors of CMYK are fewer.
  const muted = sharp({
    create: { width: 40, height: 30, channels: 3, background: { r: 120, g: 90, b: 60 } },
  })
  for (const source of [
    muted.clone().withIccProfile('p3').jpeg({ quality: 95 }),
    muted.clone().toColorspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }),
    muted.clone().toColorspace('rgb16').png(),
  ])
    expect(
      meanDifference(await pixelsOf(await send(await source.toBuffer())), await rgb(muted)),
    ).toBeLessThan(12)
  const gray = await send(await muted.clone().toColorspace('grey16').png().toBuffer())
  expect(meanDifference(await pixelsOf(gray), Buffer.alloc(40 * 30 * 3, 94))).toBeLessThan(6)
})

test.each([
  ['JPEG', () => gradient(nextShade()).jpeg().toBuffer()],
  ['progressive JPEG', () => gradient(nextShade()).jpeg({ progressive: true }).toBuffer()],
  ['PNG', () => gradient(nextShade()).png().toBuffer()],
  ['WebP', () => gradient(nextShade()).webp().toBuffer()],
  ['AVIF', () => gradient(nextShade()).avif().toBuffer()],
])('says that half a %s is incomplete', async (_kind, make) => {
  const whole = await make()
  expect(await refusal(send(whole.subarray(0, whole.length / 2)))).toMatchObject({
    status: 415,
    serverMessage: damagedImageMessage,
  })
})

test('says how tall an image may be', async () => {
  expect(await refusal(send(await picture(40, 16_384).png().toBuffer()))).toMatchObject({
    status: 413,
    code: 'image_too_large',
    serverMessage:
      'This image is 16,384 pixels tall, and the limit is 16,383. Cut it into several images, or scale it down.',
  })
  expect(await send(await picture(40, 16_383).png().toBuffer())).toMatchObject({ height: 16_383 })
})

test('says that an animated PNG becomes a still', async () => {
  const png = await picture(40, 30).png().toBuffer()
  const animation = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0', 'latin1')
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(animation.subarray(4)))
  const headerEnd = 33
  const animated = Buffer.concat([png.subarray(0, headerEnd), animation, checksum, png.subarray(headerEnd)])
  const note =
    'This PNG is animated, and only its first frame is kept. For an animation, upload a GIF or WebP.'
  expect(await send(animated)).toMatchObject({ width: 40, note })
  expect(await send(animated)).toMatchObject({ note })
  expect((await send(png)).note).toBeUndefined()
})
