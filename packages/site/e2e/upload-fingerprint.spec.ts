import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { startUnreliableNetwork } from './unreliable-network.ts'
import { textWork } from './work-files.ts'

/** Collects the paths that a page requests from now on. */
function collectRequests(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  return requested
}

/** Hovers over the page and waits until it is hydrated. */
async function hydrate(page: Page, landing: LandingScreen): Promise<void> {
  await landing.browse.hover()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

const worker = /\/assets\/hash-worker-[\w-]+\.js$/

test('computes the fingerprint in a worker and shows it during the upload', async ({ page }, testInfo) => {
  const work = await textWork(testInfo, 'harbour.txt', 'Harbour lights on the turning tide')
  const landing = new LandingScreen(page)
  const requested = collectRequests(page)
  const network = await page.context().newCDPSession(page)
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/upload', requestStage: 'Response' }] })
  await landing.open()
  await hydrate(page, landing)
  expect(requested.filter((path) => worker.test(path))).toEqual([])

  const started = page.waitForEvent('worker')
  await landing.choose(work.path)
  expect((await started).url()).toMatch(worker)
  // The server's response is delayed, so the browser computed the fingerprint.
  await expect(landing.progress).toBeVisible()
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
})

test('rejects a file that changed in transit, and succeeds on the next try', async ({
  page,
  shop,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/422 .*\/api\/upload/)
  const work = await textWork(testInfo, 'harbour.txt', 'Harbour lights on the turning tide')
  const landing = new LandingScreen(page)
  const network = await startUnreliableNetwork(shop.url)
  network.damage({ from: 'Harbour lights', to: 'Harbour nights' })
  await page.goto(network.url)
  await landing.choose(work.path)
  await expect(landing.toast.urgent).toHaveText(
    toastText('Upload failed', 'The file was damaged in transit. Please try again.'),
  )
  await expect(landing.invitation).toBeVisible()

  network.damage(null)
  await landing.upload(work.path)
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  await network.close()
})

test('hashes a file of 50 MB in a worker', { tag: '@deep' }, async ({ page }, testInfo) => {
  const path = testInfo.outputPath('symphony.wav')
  const bytes = randomBytes(maxOrderFileBytes)
  await writeFile(path, bytes)
  const landing = new LandingScreen(page)
  await landing.open()
  await hydrate(page, landing)
  await page.evaluate(() => {
    const blockedMs: number[] = []
    Object.assign(window, { blockedMs })
    new PerformanceObserver((list) => {
      blockedMs.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
  })
  const started = page.waitForEvent('worker')
  await landing.upload(path)
  expect((await started).url()).toMatch(worker)
  await expect(landing.section.locator('code')).toHaveText(createHash('sha256').update(bytes).digest('hex'))
  const blockedMs: number[] = await page.evaluate(() => Reflect.get(window, 'blockedMs'))
  // Only reported: on a shared machine any task can take more than 50 ms.
  testInfo.annotations.push({ type: 'blocked, ms', description: blockedMs.map(Math.round).join(' ') })
})

test.describe('uploads a file if the browser cannot hash', () => {
  test('without workers', { tag: '@deep' }, async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'harbour.txt', 'no workers here')
    await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  })

  test('without WebAssembly', async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'harbour.txt', 'no assembly here')
    // Some organizations forbid it by policy: the worker starts but cannot compile.
    await page.route(worker, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" },
      })
    })
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  })

  test('without the script of the worker', { tag: '@deep' }, async ({ page, browserErrors }, testInfo) => {
    browserErrors.allow(/ERR_FAILED.*hash-worker/)
    const work = await textWork(testInfo, 'harbour.txt', 'the worker is gone')
    await page.route(worker, (route) => route.abort())
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  })
})
