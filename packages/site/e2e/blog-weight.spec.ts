import type { Page } from '@playwright/test'
import { written } from './blog-calls.ts'
import { picture } from './test-picture.ts'
import { expect, test } from './fixtures.ts'
import { adminApi } from './shop-calls.ts'

// The list of posts has to look as this file makes it.
test.use({ isOwnShop: true })

// What the worker fetches for later is not what a reader waits for.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ complaints }) => complaints.expect(/Service Worker registration blocked/))

const sentence =
  'A fingerprint is worked out from every byte of a file, and one changed letter makes another. '
const title = 'What a fingerprint of a file is'

async function publishPost(page: Page, url: string, slug: string): Promise<void> {
  const { name, mimeType, buffer } = await picture(page, 'Seal')
  const form = new FormData()
  form.append('image', new File([Uint8Array.from(buffer)], name, { type: mimeType }))
  const image = await (await adminApi(url)).images.upload({ form })
  const content = `<p>${sentence.repeat(4)}</p>`.repeat(6)
  await written(url, { title, slug, content, featuredImage: image.url, status: 'published' })
}

const shownFace = (page: Page) =>
  page.evaluate(() => Array.from(document.fonts, ({ family }) => family.replaceAll('"', '')))

test('A first visit to a post brings at most 12 KB and 5 requests, images aside', async ({ page, shop }) => {
  await publishPost(page, shop.url, 'weight')
  // The first readers of a changed page get a quick copy, until the smallest is made.
  const etag = async () => (await page.request.get('/blog/weight')).headers()['etag']
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
  await page.goto('/blog/weight', { waitUntil: 'networkidle' })
  const requests = await Promise.all(fetched)
  const others = requests.filter(({ type }) => !type.startsWith('image/'))
  expect(others.map(({ type }) => type).toSorted()).toEqual([
    'text/html; charset=utf-8',
    'text/javascript; charset=utf-8',
  ])
  expect(others.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(12_000)
  expect(requests.length).toBeLessThanOrEqual(5)
})

test('The headline face comes with the first sign of interest, and nothing moves', async ({ page, shop }) => {
  await publishPost(page, shop.url, 'face')
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { entryType } of list.getEntries()) document.documentElement.dataset['moved'] = entryType
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Where a headline in sight would break into lines elsewhere, as that of the post at 320 pixels, it is not shown.
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/blog/face', '/blog', '/']) {
      await page.goto(path)
      expect(await shownFace(page)).not.toContain('Bricolage Display')
      const face = page.waitForResponse(/\/assets\/bricolage-display[^/]*\.woff2$/)
      await page.mouse.move(120, 300)
      await (await face).finished()
      await expect(page.locator('html[data-hydrated]')).toBeAttached()
      if (path === '/') await expect.poll(() => shownFace(page)).toContain('Bricolage Display')
      // The frames in which it would have moved.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await expect(page.locator('html[data-moved]')).toHaveCount(0)
    }
  }
})

test('Who comes again sees the headline face without a sign', async ({ newVisitor }) => {
  const page = await newVisitor({ serviceWorkers: 'allow' })
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
  await page.reload()
  await expect.poll(() => shownFace(page)).toContain('Bricolage Display')
})
