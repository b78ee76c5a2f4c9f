import type { Page } from '@playwright/test'
import { publishPostWithImage } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { untilIdle } from './until-idle.ts'

// Measures the list of posts.
test.use({ isOwnShop: true })

/** Requests of a page that loads without an interaction. */
async function requestsOf(page: Page, path: string): Promise<{ type: string; bytes: number }[]> {
  // The first responses for a changed page use a fast compression, until the best one is ready.
  const etag = async () => (await page.request.get(path)).headers()['etag']
  await expect.poll(etag).toMatch(/-br11"$/)
  const fetched: Promise<{ type: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    const measure = async () => {
      const response = await request.response()
      const type = (await response?.headerValue('content-type')) ?? ''
      return { type, bytes: (await request.sizes()).responseBodySize }
    }
    fetched.push(measure())
  })
  // A resting pointer is not an interaction.
  await page.mouse.move(100, 100)
  await page.goto(path)
  await untilIdle(page)
  await page.waitForLoadState('networkidle')
  return Promise.all(fetched)
}

/** Size in bytes and types of everything but images and the font. */
function withoutMedia(requests: { type: string; bytes: number }[]) {
  const others = requests.filter(({ type }) => !/^(?:image|font)\//.test(type))
  return {
    types: others.map(({ type }) => type).toSorted(),
    bytes: others.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

const pageAndLoader = ['text/html; charset=utf-8', 'text/javascript; charset=utf-8']

test('loads a post with at most 5 requests, and at most 12 kB without images and the font', async ({
  page,
  shop,
}) => {
  await publishPostWithImage(page, shop.url, 'weight')
  const requests = await requestsOf(page, '/blog/weight')
  const { types, bytes } = withoutMedia(requests)
  expect(types).toEqual(pageAndLoader)
  expect(bytes).toBeLessThanOrEqual(12_000)
  expect(requests.length).toBeLessThanOrEqual(5)
})

test('loads the landing page with at most 15 kB, and three fonts of at most 25 KB each', async ({ page }) => {
  const requests = await requestsOf(page, '/')
  const { types, bytes } = withoutMedia(requests)
  expect(types).toEqual(pageAndLoader)
  expect(bytes).toBeLessThanOrEqual(15_000)
  const fonts = requests.filter(({ type }) => type === 'font/woff2')
  expect(fonts).toHaveLength(3)
  for (const { bytes: size } of fonts) expect(size).toBeLessThanOrEqual(25 * 1024)
})
