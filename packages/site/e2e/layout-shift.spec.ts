import type { Page } from '@playwright/test'
import { sampleOrderKey } from '@priormark/core/proofs/sample/sample-order'
import { publishPostWithImage } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { expectNoLayoutShift } from './order-page-api.ts'
import { untilIdle } from './until-idle.ts'

test.use({ isOwnShop: true })

const headlineFont = '700 20px "Bricolage Display"'

/** Stops the timers of later pages, so that a page waits for its font and its end for as long as they take. */
async function stopTimers(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
}

/** Runs in a page: notes in its document how its layout shifts. */
function noteShifts(): void {
  new PerformanceObserver((list) => {
    document.documentElement.dataset['shifts'] = JSON.stringify(list.getEntries())
  }).observe({ type: 'layout-shift' })
}

/** Returns the last layout shifts that were noted, after two frames in which another one would happen. */
function notedShifts(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const root = document.documentElement
    // Unlike a requested frame, an animation continues while the timers are stopped.
    for (let frames = 0; frames < 2; frames++) await root.animate([], 1).finished
    return root.dataset['shifts'] ?? null
  })
}

test('loads the rest of the style sheet with the script, without a layout shift or a second font', async ({
  page,
  shop,
}) => {
  await publishPostWithImage(page, shop.url, 'hydrated')
  for (const path of ['/blog/hydrated', '/', '/terms']) {
    await page.goto(path)
    await untilIdle(page)
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0)
    await page.evaluate(noteShifts)
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
    const faces = await page.evaluate(() => [...document.fonts].map(({ family }) => family))
    expect(faces.filter((family) => family.includes('Bricolage Display'))).toHaveLength(1)
    expect(await notedShifts(page), path).toBeNull()
  }
})

for (const end of ['its end', '0.3 seconds']) {
  test(`shows a page that arrives slowly after ${end}`, async ({ page }) => {
    await stopTimers(page)
    // A script in the middle of the page stops the browser from reading on, as a slow network does.
    const rest = Promise.withResolvers<void>()
    await page.route('/rest.js', async (route) => {
      await rest.promise
      await route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    await page.route('/', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace('<footer', '<script src="/rest.js"></script><footer')
      await route.fulfill({ response, body })
    })
    await page.goto('/', { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1, includeHidden: true })
    await heading.waitFor({ state: 'attached' })
    await page.evaluate((font) => document.fonts.load(font), headlineFont)
    await expect(heading).toBeHidden()
    if (end === 'its end') rest.resolve()
    else await page.clock.runFor(300)
    await expect(heading).toBeVisible()
    await expect(heading).toHaveCSS('font-family', /Bricolage Display/)
    rest.resolve()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
}

test('breaks the lines of texts in the same places while their fonts load', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/404 .*\/api\/my-order/)
  await publishPostWithImage(page, shop.url, 'text-fonts')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of [
      '/',
      '/verify',
      '/terms',
      '/success',
      '/blog/text-fonts',
      `/order/${sampleOrderKey}`,
    ]) {
      const textFonts = await holdRequests(page, /(?:serif|mono).*\.woff2$/)
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await textFonts.requested
      // Paints the fallback.
      await notedShifts(page)
      textFonts.release()
      const isLoaded = await page.evaluate(async () => {
        await document.fonts.ready
        return document.fonts.check('1em "Source Serif"')
      })
      expect(isLoaded).toBe(true)
      await expectNoLayoutShift(page, 0.02)
    }
  }
})

for (const arrival of ['with the page', 'after the page stopped waiting for it']) {
  test(
    `shifts no layout while the headline font loads, if it arrives ${arrival}`,
    { tag: '@deep' },
    async ({ page, shop }) => {
      const slug = `font-${arrival.replaceAll(' ', '-')}`
      await publishPostWithImage(page, shop.url, slug)
      await stopTimers(page)
      await page.addInitScript(noteShifts)
      for (const width of [320, 390, 768, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        for (const path of [`/blog/${slug}`, '/blog', '/', '/terms', '/verify']) {
          const font = await holdRequests(page, /bricolage.*\.woff2$/)
          // The text fonts replace their fallback whenever they arrive.
          const textFonts = await holdRequests(page, /(?:serif|mono).*\.woff2$/)
          await page.goto(path, { waitUntil: 'domcontentloaded' })
          await expect(page.locator('html[data-font=loading]')).toHaveCount(1)
          if (arrival !== 'with the page') {
            await page.clock.runFor(300)
            await expect(page.locator('html[data-font=late]')).toHaveCount(1)
          }
          font.release()
          const isLoaded = await page.evaluate(async (headline) => {
            await document.fonts.load(headline)
            return document.fonts.check(headline)
          }, headlineFont)
          expect(isLoaded, `${path} at ${width}`).toBe(true)
          await expect(page.locator('html:not([data-font=loading])')).toHaveCount(1)
          expect(await notedShifts(page), `${path} at ${width}`).toBeNull()
          textFonts.release()
        }
      }
    },
  )
}
