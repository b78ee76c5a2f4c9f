import { randomUUID } from 'node:crypto'
import { sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { shareImagePng } from '../../../src/pages/share/share-image.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'

const app = await startTestApp()
afterAll(() => app.close())

const get = (path: string) => newVisitor(app).fetch(path)

describe('the pictures of link previews', () => {
  test('are cacheable PNG images of 1200 x 630 pixels', async () => {
    for (const path of ['/share/site.png', `/share/proof/${sampleProofId}.png`]) {
      const response = await get(path)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cache-control')).toBe('public, max-age=300')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
      expect(response.headers.get('etag')).toMatch(/^"[\w-]{27}"$/)
    }
  })

  test('do not exist for unknown posts and proofs', async () => {
    for (const path of ['/share/post/nothing.png', `/share/proof/${randomUUID()}.png`, '/share/proof/x.png'])
      expect((await get(path)).status).toBe(404)
  })

  test('are drawn once', async () => {
    const image = {
      colorScheme: 'paper',
      shopName: 'Priormark',
      headline: 'One',
      detail: 'Two',
      sha256: 'a'.repeat(64),
      isFinal: false,
    } as const
    expect(await shareImagePng(image)).toBe(await shareImagePng({ ...image }))
    expect(await shareImagePng({ ...image, headline: 'Three' })).not.toEqual(await shareImagePng(image))
  })

  test('are rejected while many others wait, which are drawn', async () => {
    const drawings = Array.from({ length: 15 }, (_, n) =>
      shareImagePng({
        colorScheme: 'ink',
        shopName: 'Priormark',
        headline: `Number ${n}`,
        detail: 'One of many',
        sha256: 'c'.repeat(64),
        isFinal: false,
      }),
    )
    const settled = await Promise.allSettled(drawings)
    const reasons = settled.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    expect(reasons).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 })),
    )
  })

  test('are counted also if they do not exist', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 61; n += 1) statuses.add((await get(`/share/proof/${randomUUID()}.png`)).status)
    expect([...statuses]).toEqual([404, 429])
  })

  test('keep long titles of any script inside the picture', async () => {
    const long = 'שלום 紙の庭 <&"> 🎵 and a word without end '.repeat(12)
    const bytes = await shareImagePng({
      colorScheme: 'paper',
      shopName: long,
      headline: long,
      detail: long,
      sha256: 'b'.repeat(64),
      isFinal: true,
    })
    // The margin between the texts and the seal, and the lower edge, stay empty.
    for (const region of [
      { left: 746, top: 60, width: 16, height: 500 },
      { left: 120, top: 600, width: 900, height: 25 },
    ]) {
      const part = await sharp(bytes).extract(region).removeAlpha().png().toBuffer()
      const { channels } = await sharp(part).stats()
      expect(channels.map(({ min, max }) => max - min)).toEqual([0, 0, 0])
    }
  })
})
