import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { cases } from '@priormark/core/testing/depth'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepFiles } from '../../../src/platform/storage/sweep-files.ts'
import { markOwner, readShopId } from '../../../src/platform/storage/storage-owner.ts'
import { addPost, submissionOf } from '../blog-fixtures.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'
import { pngBomb } from './image-bombs.ts'
import { picture, sendImage } from './image-fixtures.ts'

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

const send = (content: Uint8Array | string, fileName?: string) => sendImage(admin, content, fileName)

const upload = async (width = 40, height = 30) => send(await picture(width, height).png().toBuffer())

const storedFiles = async () =>
  (await readdir(app.filesDir, { recursive: true })).filter((name) => name.includes('image-'))

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

  test('rejects a small file with huge dimensions', async () => {
    const bomb = pngBomb(9000, 9000)
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
    expect(images[0]).toEqual({ ...listed, postCount: 0 })
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
      serverMessage: "'Alpha' and 1 other post show this image",
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
    expect(await refusal(sendImage(reader, 'x', 'x.png'))).toMatchObject({ status: 401 })
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
