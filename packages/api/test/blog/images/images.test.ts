import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { damagedImage, unsupportedImage } from '@priormark/core/blog/images/endpoints'
import { cases } from '@priormark/core/testing/depth'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepFiles } from '../../../src/platform/storage/sweep-files.ts'
import { markOwner, readShopId } from '../../../src/platform/storage/storage-owner.ts'
import { addPost, submissionOf } from '../blog-fixtures.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'

let app: TestApp
let admin: Visitor
let reader: Visitor
/** The files that were opened, in order. */
const openedKeys: string[] = []
beforeAll(async () => {
  app = await startTestApp(({ storage }) => ({
    storage: {
      ...storage,
      read: (key, ...options) => {
        openedKeys.push(key)
        return storage.read(key, ...options)
      },
    },
  }))
  admin = await newAdmin(app)
  reader = newVisitor(app)
})
afterAll(() => app.close())

let shade = 0
/** An image that no other test uses. */
function picture(width: number, height: number): Sharp {
  shade += 1
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: shade % 256, g: (shade * 91) % 256, b: (shade >> 8) % 256 },
    },
  })
}

function send(content: Uint8Array | string, fileName = 'A Sketch.PNG', by = admin) {
  const form = new FormData()
  form.set('image', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), fileName)
  return by.api.images.upload({ form })
}

const upload = async (width = 40, height = 30) => send(await picture(width, height).png().toBuffer())

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
  return rgb(sharp(await (await reader.fetch(url)).arrayBuffer()))
}

/** Returns how much two images differ on average, in levels of 256. Compression changes a few. */
function meanDifference(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return Infinity
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}

describe('uploading an image', () => {
  test('returns its URL, which serves it as WebP', async () => {
    const image = await send(await picture(1000, 500).png().toBuffer())
    expect(image).toMatchObject({ success: true, width: 1000, height: 500, widths: [320, 640, 960, 1000] })
    expect(image.url).toMatch(/^\/media\/a-sketch-[0-9a-f]{16}\.webp$/)
    const response = await reader.fetch(image.url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-length': String(image.size),
    })
    const shown = await sharp(await response.arrayBuffer()).metadata()
    expect([shown.format, shown.width, shown.height]).toEqual(['webp', 1000, 500])
    const small = await reader.fetch(image.url.replace('/media/', '/media/640/'))
    expect((await sharp(await small.arrayBuffer()).metadata()).width).toBe(640)
  })

  test('keeps only pixels, and applies the orientation', async () => {
    const source = await picture(60, 30)
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const image = await send(source, 'photo.jpg')
    expect(image).toMatchObject({ width: 30, height: 60 })
    const shown = Buffer.from(await (await reader.fetch(image.url)).arrayBuffer())
    expect((await sharp(shown).metadata()).exif).toBeUndefined()
  })

  test('of the same file again returns the same image, even concurrently', async () => {
    // Two inserts that wait for each other on one of the two unique columns are rare.
    for (let round = 0; round < cases({ normal: 2, deep: 300 }); round += 1) {
      const source = await picture(50, 50).png().toBuffer()
      const images = await Promise.all(Array.from({ length: 5 }, () => send(source, 'a.png')))
      expect(new Set(images.map(({ name }) => name)).size).toBe(1)
      expect(await send(source, 'another name.png')).toEqual(images[0])
    }
  })

  test('detects the type by content instead of the name', async () => {
    const image = await send(await picture(20, 20).webp().toBuffer(), 'invoice.pdf')
    expect(image.name).toMatch(/^invoice-/)
  })

  test('keeps animations', async () => {
    const frames = await Promise.all([1, 2, 3].map(() => picture(60, 40).png().toBuffer()))
    const image = await send(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      'wave.gif',
    )
    expect(image).toMatchObject({ width: 60, height: 40, widths: [60] })
    const shown = Buffer.from(await (await reader.fetch(image.url)).arrayBuffer())
    expect((await sharp(shown, { animated: true }).metadata()).pages).toBe(3)
  })

  test('scales down images that are wider than the largest width', async () => {
    const image = await send(await picture(3000, 100).png().toBuffer())
    expect([image.width, image.height, image.widths.at(-1)]).toEqual([2400, 80, 2400])
  })

  test.each([
    ['text that is called a picture', 'hello', 'x.png'],
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      'x.png',
      unsupportedImage('SVG'),
    ],
    [
      'SVG behind an XML declaration',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      'x.svg',
      unsupportedImage('SVG'),
    ],
    ['BMP', 'BM\u0036\u0000\u0000\u0000', 'x.bmp', unsupportedImage('BMP')],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'x.gif'],
    ['PDF', '%PDF-1.7 x', 'x.jpg'],
    ['only the beginning of a PNG', '\u0089PNG', 'x.png', damagedImage],
    [
      'HEIC',
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
      'x.jpg',
      'HEIC images aren’t supported. Export the photo as JPEG, and upload that.',
    ],
    ['HEIC of brand mif1', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'x.heic', unsupportedImage('HEIC')],
    [
      'TIFF',
      'II*\0\x08\0\0\0',
      'x.tif',
      'TIFF images aren’t supported. Export it as JPEG or PNG, and upload that.',
    ],
    ['TIFF with the other byte order', 'MM\0*\0\0\0\x08', 'x.tif', unsupportedImage('TIFF')],
    ['JPEG XL', '\xff\x0a\0\0', 'x.jxl', unsupportedImage('JPEG XL')],
    ['JPEG XL in a container', '\0\0\0\x0cJXL \x0d\x0a\x87\x0a', 'x.jxl', unsupportedImage('JPEG XL')],
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
    const jpeg = await gradient(shade++).jpeg({ mozjpeg: false }).toBuffer()
    expect(change(jpeg).equals(jpeg)).toBe(false)
    expect(
      meanDifference(await pixelsOf(await send(change(jpeg), 'photo.jpg')), await rgb(sharp(jpeg))),
    ).toBeLessThan(6)
  })

  test('accepts AVIF with a general brand', async () => {
    const avif = await gradient(shade++).avif().toBuffer()
    const general = Buffer.from(avif.toString('latin1').replace('ftypavif', 'ftypmif1'), 'latin1')
    expect(
      meanDifference(await pixelsOf(await send(general, 'photo.avif')), await rgb(sharp(avif))),
    ).toBeLessThan(6)
  })

  test('turns every orientation, and converts color spaces and depths to those of the web', async () => {
    const upright = await rgb(gradient(shade))
    const turned = { 1: 0, 3: 180, 6: 270, 8: 90 } as const
    for (const [orientation, angle] of Object.entries(turned)) {
      const source = gradient(shade)
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
    ['JPEG', () => gradient(shade++).jpeg().toBuffer()],
    ['progressive JPEG', () => gradient(shade++).jpeg({ progressive: true }).toBuffer()],
    ['PNG', () => gradient(shade++).png().toBuffer()],
    ['WebP', () => gradient(shade++).webp().toBuffer()],
    ['AVIF', () => gradient(shade++).avif().toBuffer()],
  ])('says that half a %s is incomplete', async (_kind, make) => {
    const whole = await make()
    expect(await refusal(send(whole.subarray(0, whole.length / 2)))).toMatchObject({
      status: 415,
      serverMessage: damagedImage,
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

  test('rejects a small file with huge dimensions', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await refusal(send(bomb))).toMatchObject({ status: 413, code: 'image_too_large' })
  })

  test('rejects more than 10 MB, and a form without an image', async () => {
    const large = await refusal(send(Buffer.alloc(10 * 1024 * 1024 + 1)))
    expect(large).toMatchObject({
      status: 413,
      code: 'file_too_large',
      serverMessage: 'Maximum file size is 10MB',
    })
    const form = new FormData()
    form.set('note', 'no file')
    expect(await refusal(admin.api.images.upload({ form }))).toMatchObject({ status: 400, code: 'no_file' })
    form.set('file', new Blob(['x']), 'x.png')
    expect(await refusal(admin.api.images.upload({ form }))).toMatchObject({ status: 400 })
  })

  test('accepts exactly 10 MB', async () => {
    const png = await picture(8, 8).png().toBuffer()
    const padded = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 - png.length)])
    expect(await send(padded)).toMatchObject({ width: 8 })
  })
})

describe('the image library', () => {
  test('lists images with the specified fields, newest first', async () => {
    const image = await upload(12, 12)
    const { images } = await admin.api.images.list()
    const { success: _, ...listed } = image
    expect(images[0]).toEqual(listed)
    expect(Object.keys(listed)).toEqual(expect.arrayContaining(['name', 'url', 'size', 'createdAt']))
  })

  test('deletes an image with all its files', async () => {
    const image = await upload(700, 20)
    expect(await admin.api.images.remove({ params: { name: image.name } })).toEqual({ success: true })
    for (const address of [image.url, image.url.replace('/media/', '/media/640/')]) {
      expect((await reader.fetch(address)).status).toBe(404)
    }
    const hash = /[0-9a-f]{16}(?=\.webp)/.exec(image.name)?.[0] ?? 'no hash'
    expect((await storedFiles()).filter((name) => name.includes(hash))).toEqual([])
    expect(await refusal(admin.api.images.remove({ params: { name: image.name } }))).toMatchObject({
      status: 404,
    })
  })

  test('keeps an image whose files cannot be deleted, without an audit entry', async () => {
    const image = await upload(16, 16)
    const params = { name: image.name }
    const full = app.parts.storage.remove
    app.parts.storage.remove = () => Promise.reject(new Error('the disk says no'))
    try {
      expect(await refusal(admin.api.images.remove({ params }))).toMatchObject({ status: 500 })
    } finally {
      app.parts.storage.remove = full
    }
    const auditActions = async () =>
      (await admin.api.audit.list({ query: { search: image.name } })).entries.map(({ action }) => action)
    expect((await admin.api.images.list()).images).toContainEqual(expect.objectContaining(params))
    expect(await auditActions()).toEqual(['image.uploaded'])
    await admin.api.images.remove({ params })
    expect(await auditActions()).toEqual(['image.deleted', 'image.uploaded'])
  })

  test('says which posts use an image, and deletes it only if forced', async () => {
    const image = await upload()
    const inText = await addPost(admin, {
      title: 'Alpha',
      content: `<figure class="image"><img src="https://shop.example/media/${image.name}"></figure>`,
    })
    const featured = await addPost(admin, { title: 'Beta', featuredImage: image.url })
    const params = { name: image.name }
    const uses = [inText, featured].map(({ id, title, slug }) => ({ id, title, slug }))
    expect(await refusal(admin.api.images.remove({ params }))).toMatchObject({
      status: 409,
      code: 'image_in_use',
      serverMessage: "The post 'Alpha' and 1 more shows this image",
      body: { posts: uses },
    })
    expect(await admin.api.images.uses({ params })).toEqual(uses)
    expect((await reader.fetch(image.url)).status).toBe(200)

    await admin.api.blog.remove({ params: { id: inText.id } })
    const body = submissionOf(featured, { featuredImage: null })
    await admin.api.blog.change({ params: { id: featured.id }, body })
    expect(await admin.api.images.uses({ params })).toEqual([])
    await addPost(admin, { featuredImage: image.url })
    await admin.api.images.remove({ params, query: { force: 'true' } })
    expect((await reader.fetch(image.url)).status).toBe(404)
  })

  test('is unaffected by the storage sweep, which deletes files without a row', async () => {
    const [kept, stray] = [await upload(), await upload()]
    const em = app.database.fork()
    await em.execute('delete from blog_image where name = ?', [stray.name])
    // Like the first sweep, which deletes nothing yet.
    await markOwner(app.parts.storage, await readShopId(em))
    const future = new Date(Date.now() + 48 * 3_600_000)
    await sweepFiles({ database: app.database, storage: app.parts.storage, log: app.parts.log, now: future })
    expect((await reader.fetch(kept.url)).status).toBe(200)
    expect((await reader.fetch(stray.url)).status).toBe(404)
  })

  test('requires a login, while the images are public', async () => {
    const image = await upload()
    expect(await refusal(send('x', 'x.png', reader))).toMatchObject({ status: 401 })
    expect(await refusal(reader.api.images.list())).toMatchObject({ status: 401 })
    expect(await refusal(reader.api.images.remove({ params: { name: image.name } }))).toMatchObject({
      status: 401,
    })
    expect((await reader.fetch(image.url)).status).toBe(200)
  })
})

describe('image URLs', () => {
  test('support conditional requests, and HEAD without a body', async () => {
    const { url, size } = await upload()
    const etag = (await reader.fetch(url)).headers.get('etag') ?? ''
    const openedBefore = openedKeys.length
    expect((await reader.fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(openedKeys).toHaveLength(openedBefore)
    const head = await reader.fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(size),
      '',
    ])
    expect((await reader.fetch(url, { method: 'DELETE' })).status).toBe(405)
  })

  test.each([
    '/media/',
    '/media/x.webp',
    '/media/x-0123456789abcdef.webp',
    '/media/641/x-0123456789abcdef.webp',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/../../package.json',
    '/media/x-0123456789abcdef.svg',
  ])('%s shows nothing', async (address) => {
    expect((await reader.fetch(address)).status).toBe(404)
  })
  test('show nothing for files that are not images', async () => {
    const file = await reader.upload('a customer’s work')
    const files = (await readdir(app.filesDir, { recursive: true })).map((name) => path.basename(name))
    for (const name of files) expect((await reader.fetch(`/media/${name}`)).status).toBe(404)
    expect((await reader.fetch(`/media/${file.uploadId}.webp`)).status).toBe(404)
  })
})
