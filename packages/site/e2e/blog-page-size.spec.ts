import type { Page } from '@playwright/test'
import { createPost } from './blog-api.ts'
import { createImage } from '../testing/test-image.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { adminApi } from '../testing/shop-api.ts'
import { untilIdle } from './until-idle.ts'

// Measures the list of posts.
test.use({ isOwnShop: true })

const sentence = 'A fingerprint is computed from every byte of a file, and one changed letter changes it. '
const title = 'What a fingerprint of a file is'

async function publishPost(page: Page, url: string, slug: string): Promise<void> {
  const { name, mimeType, buffer } = await createImage(page, 'Seal')
  const form = new FormData()
  form.append('image', new File([Uint8Array.from(buffer)], name, { type: mimeType }))
  const image = await (await adminApi(url)).images.upload({ form })
  const content = `<p>${sentence.repeat(4)}</p>`.repeat(6)
  await createPost(url, { title, slug, content, featuredImage: image.url, status: 'published' })
}

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
  await publishPost(page, shop.url, 'weight')
  const requests = await requestsOf(page, '/blog/weight')
  const { types, bytes } = withoutMedia(requests)
  expect(types).toEqual(pageAndLoader)
  expect(bytes).toBeLessThanOrEqual(12_000)
  expect(requests.length).toBeLessThanOrEqual(5)
})

test('loads the landing page with at most 15 kB, and 25 KB of fonts', async ({ page }) => {
  const requests = await requestsOf(page, '/')
  const { types, bytes } = withoutMedia(requests)
  expect(types).toEqual(pageAndLoader)
  expect(bytes).toBeLessThanOrEqual(15_000)
  const fonts = requests.filter(({ type }) => type === 'font/woff2')
  expect(fonts).toHaveLength(1)
  expect(fonts[0]?.bytes).toBeLessThanOrEqual(25 * 1024)
})

/** Marks the document if its layout shifts. */
function markShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { entryType } of list.getEntries()) document.documentElement.dataset['shifted'] = entryType
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test('loads the rest of the style sheet with the script, without a layout shift or a second font', async ({
  page,
  shop,
}) => {
  await publishPost(page, shop.url, 'hydrated')
  await markShifts(page)
  for (const path of ['/blog/hydrated', '/', '/terms']) {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0)
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
    const faces = await page.evaluate(() => [...document.fonts].map(({ family }) => family))
    expect(faces.filter((family) => family.includes('Bricolage Display'))).toHaveLength(1)
    await expect(page.locator('html[data-shifted]'), path).toHaveCount(0)
  }
})

for (const arrival of ['with the page', 'after the page stopped waiting for it']) {
  test(
    `shifts no layout while the headline font loads, if it arrives ${arrival}`,
    { tag: '@deep' },
    async ({ page, shop }) => {
      const slug = `font-${arrival.replaceAll(' ', '-')}`
      await publishPost(page, shop.url, slug)
      await markShifts(page)
      for (const width of [320, 390, 768, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        for (const path of [`/blog/${slug}`, '/blog', '/', '/terms', '/verify']) {
          const font = await holdRequests(page, /\.woff2$/)
          if (arrival === 'with the page') font.release()
          await page.goto(path, { waitUntil: 'domcontentloaded' })
          if (arrival !== 'with the page') await page.locator('html[data-font=late]').waitFor()
          font.release()
          const isLoaded = await page.evaluate(async () => {
            await document.fonts.ready
            // A layout shift would happen within these frames.
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
            return document.fonts.check('700 20px "Bricolage Display"')
          })
          expect(isLoaded, `${path} at ${width}`).toBe(true)
          await expect(page.locator('html[data-shifted]'), `${path} at ${width}`).toHaveCount(0)
        }
      }
    },
  )
}
