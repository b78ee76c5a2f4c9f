import type { Page } from '@playwright/test'
import { createPost } from './blog-api.ts'
import { createImage } from './test-image.ts'
import { expect, test } from './fixtures.ts'
import { adminApi } from './shop-api.ts'

// Measures the list of posts.
test.use({ isOwnShop: true })

// The service worker's prefetches would be counted.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ browserErrors }) => browserErrors.allow(/Service Worker registration blocked/))

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

const loadedFonts = (page: Page) =>
  page.evaluate(() => Array.from(document.fonts, ({ family }) => family.replaceAll('"', '')))

test('loads a post with at most 5 requests, and at most 12 KB without images', async ({ page, shop }) => {
  await publishPost(page, shop.url, 'weight')
  // The first responses for a changed page use a fast compression, until the best one is ready.
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

test('loads the headline font at the first interaction, without layout shifts', async ({ page, shop }) => {
  await publishPost(page, shop.url, 'font')
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { entryType } of list.getEntries()) document.documentElement.dataset['shifted'] = entryType
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The font is not applied where it would break a visible headline differently, as on the post at 320 pixels.
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/blog/font', '/blog', '/']) {
      await page.goto(path)
      expect(await loadedFonts(page)).not.toContain('Bricolage Display')
      const font = page.waitForResponse(/\/assets\/bricolage-display[^/]*\.woff2$/)
      await page.mouse.move(120, 300)
      await (await font).finished()
      await expect(page.locator('html[data-hydrated]')).toBeAttached()
      if (path === '/') await expect.poll(() => loadedFonts(page)).toContain('Bricolage Display')
      // A layout shift would happen within these frames.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await expect(page.locator('html[data-shifted]')).toHaveCount(0)
    }
  }
})

test('applies the cached headline font on the next visit without an interaction', async ({ newVisitor }) => {
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
  await expect.poll(() => loadedFonts(page)).toContain('Bricolage Display')
})
