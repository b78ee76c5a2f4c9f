import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { maxOrderFileBytes } from '@priormark/core/limits'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { LandingScreen } from './screens/landing.screen.ts'
import { words } from './screens/toast.screen.ts'
import { unsteadyNetwork } from './unsteady-network.ts'
import { textWork } from './work-files.ts'

/** What a page asks the server for from now on. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
}

/** Shows interest, and waits until the page has come to life. */
async function wake(page: Page, landing: LandingScreen): Promise<void> {
  await landing.browse.hover()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

const worker = /\/assets\/hash-worker-[\w-]+\.js$/

test('The fingerprint is computed beside the page and shown while the file travels', async ({
  page,
}, testInfo) => {
  const work = await textWork(testInfo, 'harbour.txt', 'Harbour lights on the turning tide')
  const landing = new LandingScreen(page)
  const asked = requestsOf(page)
  const network = await page.context().newCDPSession(page)
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/upload', requestStage: 'Response' }] })
  await landing.open()
  await wake(page, landing)
  expect(asked.filter((path) => worker.test(path))).toEqual([])

  const begun = page.waitForEvent('worker')
  await landing.choose(work.path)
  expect((await begun).url()).toMatch(worker)
  // The answer is kept back: what is shown is what the browser itself has found.
  await expect(landing.progress).toBeVisible()
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
})

test('A file that is changed on its way is refused, and the next try succeeds', async ({
  page,
  shop,
  complaints,
}, testInfo) => {
  complaints.expect(/422 .*\/api\/upload/)
  const work = await textWork(testInfo, 'harbour.txt', 'Harbour lights on the turning tide')
  const landing = new LandingScreen(page)
  const network = await unsteadyNetwork(shop.url)
  network.damage({ from: 'Harbour lights', to: 'Harbour nights' })
  await page.goto(network.url)
  await landing.choose(work.path)
  await expect(landing.toast.urgent).toHaveText(
    words('Upload failed', 'The file was damaged in transit. Please try again.'),
  )
  await expect(landing.invitation).toBeVisible()

  network.damage(null)
  await landing.upload(work.path)
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  await network.close()
})

test('A file of 50 MB is hashed beside the page', async ({ page }, testInfo) => {
  const path = testInfo.outputPath('symphony.wav')
  const bytes = randomBytes(maxOrderFileBytes)
  await writeFile(path, bytes)
  const landing = new LandingScreen(page)
  await landing.open()
  await wake(page, landing)
  await page.evaluate(() => {
    const blockedMs: number[] = []
    Object.assign(window, { blockedMs })
    new PerformanceObserver((list) => {
      blockedMs.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
  })
  const begun = page.waitForEvent('worker')
  await landing.upload(path)
  expect((await begun).url()).toMatch(worker)
  await expect(landing.section.locator('code')).toHaveText(createHash('sha256').update(bytes).digest('hex'))
  const blockedMs: number[] = await page.evaluate(() => Reflect.get(window, 'blockedMs'))
  // Told and not judged: alone on a machine nothing takes 50 ms, one that is shared by many takes its time for anything.
  testInfo.annotations.push({ type: 'blocked, ms', description: blockedMs.map(Math.round).join(' ') })
})

test.describe('where the browser cannot hash, an upload works as before', () => {
  test('without workers', async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'harbour.txt', 'no workers here')
    await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  })

  test('without WebAssembly', async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'harbour.txt', 'no assembly here')
    // As a policy of an organisation forbids it: the worker starts and cannot compile.
    await page.route(worker, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': "script-src 'self'" },
      })
    })
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  })

  test('without the script of the worker', async ({ page, complaints }, testInfo) => {
    complaints.expect(/ERR_FAILED.*hash-worker/)
    const work = await textWork(testInfo, 'harbour.txt', 'the worker is gone')
    await page.route(worker, (route) => route.abort())
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  })
})
