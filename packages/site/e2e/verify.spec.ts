import { isolatedText } from '@priormark/core/platform/isolated-text'
import { cases, sample } from '@priormark/core/testing/depth'
import { strToU8, zipSync } from 'fflate'
import type { Page, Request } from '@playwright/test'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { openFileChooser } from './open-file-chooser.ts'
import { tamperedNames, transaction, vectorPath, vectorText } from './proof-evidence.ts'
import { VerifyScreen } from '../testing/screens/verify.screen.ts'
import { sizedWork } from './work-files.ts'

test.use({ serviceWorkers: 'allow' })

const work = vectorPath('work.txt')
const workSha256 = '63b5c9a21a692fd00ffd0465876ff41a160addc0b5d851e3b28d1da8e4c79e19'
const sound = vectorPath('sound/seven-leaves.json')
const fits = /proof match/

/** Opens the verifier and waits until all of its code is loaded. */
async function openLoaded(page: Page, path = '/verify'): Promise<VerifyScreen> {
  const loaded = ['verification-', 'hash-worker-'].map((name) =>
    page.waitForResponse((response) => response.url().includes(name) && response.ok()),
  )
  await page.goto(path)
  const [verification, worker] = await Promise.all(loaded)
  await worker?.finished()
  // A module is loaded once all of its imports are.
  await page.evaluate((url) => import(url).then(() => undefined), verification?.url() ?? '')
  return new VerifyScreen(page)
}

test('matches a file and its proof regardless of how and in which order they are added', async ({ page }) => {
  const verify = await openLoaded(page)
  await expect(verify.heading).toHaveText('Verify a file and its proof')
  const zip = zipSync({ 'in a folder/anything.json': strToU8(vectorText('sound/seven-leaves.json')) })
  await test.step('both together', async () => {
    await verify.add(work, sound)
    await expect(verify.result('MATCHES', fits)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: fits })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2, name: fits })).toBeInViewport()
    await expect(verify.files.filter({ hasText: 'work.txt' })).toContainText('matches')
    await verify.removeAll()
  })
  await test.step('the proof first', async () => {
    await verify.add(sound)
    await expect(verify.result('INCOMPLETE', 'The proof is valid.')).toContainText(
      `“${isolatedText('work.txt')}”`,
    )
    await verify.add(work)
    await expect(verify.result('MATCHES', fits)).toBeVisible()
    await verify.removeAll()
  })
  await test.step('the file first', async () => {
    await verify.add(work)
    await expect(verify.result('INCOMPLETE', 'This is its fingerprint.')).toBeVisible()
    await verify.add(sound)
    await expect(verify.result('MATCHES', fits)).toBeVisible()
    await verify.removeAll()
  })
  await test.step('dropped', async () => {
    await verify.drop([
      ['work.txt', vectorText('work.txt')],
      ['proof.json', vectorText('sound/seven-leaves.json')],
    ])
    await expect(verify.result('MATCHES', fits)).toBeVisible()
    await verify.removeAll()
  })
  await test.step('as an evidence ZIP', async () => {
    await verify.add({ name: 'evidence.zip', content: zip })
    await expect(verify.results).toContainText('INCOMPLETE')
    await verify.add(work)
    await expect(verify.result('MATCHES', fits)).toBeVisible()
    await verify.removeAll()
  })
  await test.step('with an .ots of someone else, and the header of its block', async () => {
    await verify.add(transaction.work, transaction.ots)
    await expect(verify.result('MATCHES', fits)).toBeVisible()
    await expect(verify.value('Height')).toHaveText('0')
    await verify.add(transaction.header)
    await expect(verify.result('MATCHES', fits)).toBeVisible()
    await expect(verify.value('Block hash')).toHaveText(/^0+19d6689c085ae165/)
    await verify.removeAll()
  })
  await test.step('two proofs for different files', async () => {
    await verify.add(work, sound, vectorPath('tampered/another-file.json'))
    await expect(verify.results).toHaveCount(3)
    await expect(verify.result('INCOMPLETE', 'These proofs are for 2 different files.')).toBeVisible()
    await expect(verify.result('MATCHES', fits)).toBeVisible()
    // The proof for the other file is itself invalid.
    await expect(verify.result('NO MATCH', 'Several parts of the proof were changed.')).toBeVisible()
  })
})

test('rejects every published tampering with its own message', async ({ page }) => {
  const verify = await openLoaded(page)
  const titles = new Set<string>()
  // Unit tests verify all of them.
  for (const name of sample(tamperedNames(), cases({ normal: 5, deep: Infinity }))) {
    await verify.add(work, vectorPath(`tampered/${name}`))
    const refused = verify.result('NO MATCH', /./)
    await expect(refused, name).toBeVisible()
    titles.add((await refused.getByRole('heading', { level: 2 }).textContent()) ?? '')
    await verify.removeAll()
  }
  expect(titles.size).toBeGreaterThanOrEqual(cases({ normal: 4, deep: 13 }))
})

test('sends only the fingerprint, and only after the click', async ({ page }) => {
  const verify = await openLoaded(page)
  await page.waitForLoadState('networkidle')
  // The service worker precaches its files in the background.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const requests: Request[] = []
  page.context().on('request', (request) => requests.push(request))
  const calls = () => requests.filter((request) => !new URL(request.url()).pathname.startsWith('/assets/'))

  await verify.add(work)
  await expect(verify.result('INCOMPLETE', 'This is its fingerprint.')).toBeVisible()
  expect(calls().map((request) => request.url())).toEqual([])

  await verify.ask.click()
  await expect(verify.results).toContainText('No. This fingerprint is not recorded here.')
  expect(calls().map((request) => [request.method(), new URL(request.url()).pathname])).toEqual([
    ['GET', '/api/proofs'],
  ])
  expect(calls()[0]?.url()).toMatch(new RegExp(`\\?sha256=${workSha256}$`))
  expect(requests.flatMap((request) => request.postData() ?? [])).toEqual([])
})

test('works offline once loaded, and reports what needs a network', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const verify = await openLoaded(page)
  await context.setOffline(true)
  await verify.add(work)
  await verify.ask.click()
  await expect(verify.results).toContainText('The server could not be reached.')
  await verify.add(sound)
  await expect(verify.result('MATCHES', fits)).toBeVisible()
})

test('opens offline after an earlier visit', { tag: '@deep' }, async ({ page, context, browserErrors }) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await openLoaded(page)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
  await openLoaded(page)
  await context.setOffline(true)
  await page.goto('/verify')
  const verify = new VerifyScreen(page)
  await verify.add(work, sound)
  await expect(verify.result('MATCHES', fits)).toBeVisible()
})

test('keeps a file that was chosen before hydration', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/assets/entry-client-*', async (route) => {
    await page.locator('input[type=file]').setInputFiles([work, sound])
    await route.continue()
  })
  await page.goto('/verify')
  await expect(new VerifyScreen(page).result('MATCHES', fits)).toBeVisible()
})

test('hashes a file of 50 MB, and can remove it meanwhile', { tag: '@deep' }, async ({ page }, testInfo) => {
  const large = await sizedWork(testInfo, 'film.mov', 50 * 1024 * 1024)
  const verify = await openLoaded(page)
  await verify.add(large.path)
  await expect(verify.files).toContainText('50 MB')
  await page.getByRole('button', { name: 'Remove film.mov' }).click()
  await expect(verify.files).toHaveCount(0)
  await verify.add(large.path)
  // Fifty megabytes of zeros.
  await expect(verify.results.locator('code')).toHaveText(
    '8565a714dca840f8652c5bae9249ab05f5fb5a4f9f13fbe23304b10f68252da2',
  )
})

test('does not open a zip bomb', { tag: '@deep' }, async ({ page }) => {
  const zip = zipSync({ 'proof.json': new Uint8Array(64 * 1024 * 1024) })
  const view = new DataView(zip.buffer)
  view.setUint32(view.getUint32(zip.length - 6, true) + 24, 4096, true)
  const verify = await openLoaded(page)
  await verify.add({ name: 'bomb.zip', content: zip })
  await expect(verify.results).toContainText('it does not unpack to what it declares')
})

test('reports a file that was deleted after it was chosen', { tag: '@deep' }, async ({ page }) => {
  const verify = await openLoaded(page)
  await page.evaluate(() => {
    // The response of a worker that cannot read its file.
    Worker.prototype.postMessage = function fail() {
      const data = { kind: 'failed', name: 'NotReadableError', message: 'gone' }
      this.dispatchEvent(new MessageEvent('message', { data }))
    }
  })
  await verify.add(work)
  await expect(verify.status).toContainText('work.txt cannot be read.')
  await expect(verify.files).toContainText('could not be read')
})

test(
  'reports a badge whose proof does not exist, and still verifies files',
  { tag: '@deep' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/404/)
    const verify = await openLoaded(page, '/verify?proof=0190a3c2-0000-7000-8000-000000000001')
    await expect(verify.notice).toContainText('There is no proof with this id here')
    await verify.add(work, sound)
    await expect(verify.result('MATCHES', fits)).toBeVisible()
  },
)

for (const width of [390, 1280]) {
  test(
    `has no accessibility violations in any state and no overflow at ${width} pixels`,
    { tag: '@deep' },
    async ({ newVisitor }) => {
      const page = await newVisitor({ viewport: { width, height: 900 } })
      const verify = await openLoaded(page)
      const isNarrowEnough = () =>
        page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
      await expectAccessible(page, 'the empty verifier')
      await verify.add(work)
      await expect(verify.ask).toBeVisible()
      await expectAccessible(page, 'only a file')
      await verify.add(sound)
      await expect(verify.result('MATCHES', fits)).toBeVisible()
      await expectAccessible(page, 'a file and its proof')
      expect(await isNarrowEnough()).toBe(true)
      await verify.removeAll()
      await verify.add(work, vectorPath('tampered/another-file.json'))
      await expect(verify.result('NO MATCH', /./)).toBeVisible()
      await expectAccessible(page, 'a mismatch')
      expect(await isNarrowEnough()).toBe(true)
    },
  )
}

test('works by keyboard', { tag: '@deep' }, async ({ page }) => {
  const verify = await openLoaded(page)
  await verify.choose.focus()
  const chooser = await openFileChooser(verify.choose)
  await chooser.setFiles([work])
  await expect(verify.ask).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'This is its fingerprint.' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(verify.ask).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(verify.results).toContainText('not recorded here')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(verify.files).toHaveCount(0)
  await expect(verify.results).toHaveCount(0)
})

test('is linked from the landing page and the sitemap', { tag: '@deep' }, async ({ page, request }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'check your file against its proof' }).click()
  await expect(page).toHaveURL('/verify')
  await expect(new VerifyScreen(page).heading).toBeVisible()
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/verify</loc>')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/verify$/)
})
