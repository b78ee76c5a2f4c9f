import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CDPSession, Page, TestInfo } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expect, test } from './fixtures.ts'
import { LandingScreen, type Details } from '../testing/screens/landing.screen.ts'
import { startUnreliableNetwork } from './unreliable-network.ts'
import { textWork } from './work-files.ts'

const details: Details = {
  firstName: 'Tomás',
  lastName: 'Ferreira',
  email: 'tomas@example.org',
  projectName: 'Lanternfall',
  projectDescription: 'A puzzle game about carrying light.',
}

/** A file of random bytes. */
async function randomWork(testInfo: TestInfo, name: string, bytes: number) {
  const path = testInfo.outputPath(name)
  const content = randomBytes(bytes)
  await writeFile(path, content)
  return { path, sha256: createHash('sha256').update(content).digest('hex') }
}

/** The first byte of each part that a page sends from now on. */
function partOffsets(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/parts')) offsets.push(Number(url.searchParams.get('offset')))
  })
  return offsets
}

/** Of parts whose connection is lost. The shop may reject the next one, because it has not noticed the loss yet. */
const lostParts = /(net::ERR_|status of 503).*\/api\/uploads/

/** Limits how fast a page sends, in bytes per second; null means no limit. */
async function limitSpeed(network: CDPSession, uploadThroughput: number | null): Promise<void> {
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: uploadThroughput ?? -1,
  })
}

test('opens the form with the chosen file, and submits it once the file is uploaded', async ({
  page,
}, testInfo) => {
  const work = await randomWork(testInfo, 'song.wav', 3_000_000)
  const landing = new LandingScreen(page)
  const network = await page.context().newCDPSession(page)
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/finish', requestStage: 'Response' }] })
  const finished = new Promise<string>((resolve) =>
    network.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId)),
  )
  await landing.open()
  await landing.choose(work.path)
  await expect(landing.firstName).toBeVisible()
  await landing.fillForm(details)
  await landing.submit.click()
  await expect(landing.submitting).toBeDisabled()
  await expect(landing.section.getByText('We’ll continue as soon as your file is uploaded.')).toBeVisible()
  // Edits made in the meantime count.
  await landing.projectName.fill('Lanternfall II')
  const ordered = page.waitForRequest('**/api/create-order')
  await network.send('Fetch.continueRequest', { requestId: await finished })
  expect((await ordered).postDataJSON()).toMatchObject({ projectName: 'Lanternfall II' })
  await expect(page).toHaveURL(/\/checkout\?orderId=/)
})

test('shows bytes, speed and time left of a slow upload, and pauses and resumes it', async ({
  page,
}, testInfo) => {
  const work = await randomWork(testInfo, 'song.wav', 8 * 1024 * 1024)
  const landing = new LandingScreen(page)
  const network = await page.context().newCDPSession(page)
  await landing.open()
  await limitSpeed(network, 200_000)
  await landing.choose(work.path)
  await expect(
    landing.section.getByText(/^\d\.\d of 8\.0 MB, (\d+ KB|\d\.\d MB)\/s, about \d+ s left$/),
  ).toBeVisible()
  await landing.pause.click()
  await expect(landing.section.getByText(/^Paused at \d\.\d of 8\.0 MB$/).first()).toBeVisible()
  const offsets = partOffsets(page)
  await limitSpeed(network, null)
  await landing.resume.click()
  await landing.seal.waitFor()
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  expect(offsets.toSorted((a, b) => a - b)).toEqual([...new Set(offsets)])
})

test('continues an upload after a lost connection', async ({ page, shop, browserErrors }, testInfo) => {
  browserErrors.allow(lostParts)
  const work = await randomWork(testInfo, 'long.wav', 20_000_000)
  const landing = new LandingScreen(page)
  const network = await startUnreliableNetwork(shop.url)
  await page.goto(network.url)
  network.failAfter(5_000_000)
  await landing.choose(work.path)
  await landing.tryNow.waitFor()
  const cuts = network.cuts()
  await landing.tryNow.click()
  await expect.poll(() => network.cuts()).toBeGreaterThan(cuts)
  await expect(
    landing.section
      .getByText(/^Connection lost at \d+ of 19 MB\. The upload continues automatically\.$/)
      .first(),
  ).toBeVisible()
  await expect(landing.firstName).toBeVisible()

  const offsets = partOffsets(page)
  network.cutAfter(null)
  await landing.seal.waitFor()
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  expect(Math.min(...offsets)).toBeGreaterThan(0)
  await network.close()
})

test(
  'uploads 12 MB over a network that drops every connection after 2 MB',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }, testInfo) => {
    browserErrors.allow(lostParts)
    const work = await randomWork(testInfo, 'long.wav', 12_000_000)
    const landing = new LandingScreen(page)
    const network = await startUnreliableNetwork(shop.url)
    await page.goto(network.url)
    await landing.heading.hover()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    network.cutAfter(2_000_000)
    await landing.choose(work.path)
    await landing.seal.waitFor()
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
    await network.close()
  },
)

test('says what a reload stopped, and continues the upload when the file is chosen again', async ({
  page,
}, testInfo) => {
  const work = await randomWork(testInfo, 'song.wav', 8 * 1024 * 1024)
  const landing = new LandingScreen(page)
  await landing.open()
  // Never sent, so that the upload is not complete before the reload.
  const laterParts = /parts\?offset=[1-9]/
  await page.route(laterParts, () => undefined)
  const second = page.waitForRequest(laterParts)
  await landing.choose(work.path)
  await landing.firstName.fill('Tomás')
  await second
  await expect(landing.progress).toHaveJSProperty('value', 12)
  const stopped = landing.section.getByText(
    'Your upload of song.wav stopped at 12 %. Choose it again to continue.',
  )
  await page.reload()
  await expect(stopped).toBeVisible()
  await page.reload()
  await expect(stopped).toBeVisible()
  await page.unroute(laterParts)
  await expect(landing.firstName).toHaveValue('Tomás')
  const offsets = partOffsets(page)
  await landing.upload(work.path)
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  await expect(stopped).toBeHidden()
  expect(offsets[0]).toBeGreaterThan(0)
})

test('says within ten seconds that a connection is dead, and continues when it is back', async ({
  page,
  shop,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(lostParts)
  browserErrors.allow(/api\/health/)
  const work = await randomWork(testInfo, 'song.wav', 4_000_000)
  const landing = new LandingScreen(page)
  const network = await startUnreliableNetwork(shop.url)
  await page.goto(network.url)
  network.stallAfter(1_500_000)
  await landing.choose(work.path)
  await expect(landing.section.getByText(/^Connection lost at \d\.\d of 3\.8 MB\./).first()).toBeVisible()
  network.stallAfter(null)
  await landing.seal.waitFor()
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  await network.close()
})

test.describe('several files', () => {
  const files: [string, string][] = [
    ['words.txt', 'Harbour lights'],
    ['chords.txt', 'Dm G C'],
  ]

  test('upload the first one at once, beside the offer of one ZIP, which the customer gets too', async ({
    page,
  }) => {
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.drop(files)
    await landing.seal.waitFor()
    await expect(landing.section.locator('code')).toHaveText(
      createHash('sha256').update('Harbour lights').digest('hex'),
    )
    await expect(landing.section.getByText('You chose 2 files.')).toBeVisible()
    const download = page.waitForEvent('download')
    await landing.section.getByRole('button', { name: 'Use all 2 in one ZIP instead' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('words and 1 more.zip')
    const bytes = await readFile(await saved.path())
    await expect(landing.section.locator('code')).toHaveText(createHash('sha256').update(bytes).digest('hex'))
    await landing.seal.waitFor()
    await expect(landing.section.getByText('You chose 2 files.')).toBeHidden()
    await expect(landing.section.getByText(/saved it to your downloads/)).toBeVisible()
    const again = page.waitForEvent('download')
    await landing.section.getByRole('button', { name: 'Save it again' }).click()
    expect(await readFile(await (await again).path())).toEqual(bytes)
  })

  test('chosen before hydration upload the first one too', { tag: '@deep' }, async ({ page }, testInfo) => {
    const works = [
      await textWork(testInfo, 'a.txt', 'the first'),
      await textWork(testInfo, 'b.txt', 'the second'),
    ]
    const landing = new LandingScreen(page)
    await landing.open()
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
    const chooser = page.waitForEvent('filechooser')
    await landing.browse.click()
    await (await chooser).setFiles(works.map(({ path }) => path))
    await expect(landing.section.locator('code')).toHaveText(works[0]?.sha256 ?? '')
    await expect(landing.section.getByRole('button', { name: 'Use all 2 in one ZIP instead' })).toBeVisible()
  })
})

for (const isHydrated of [false, true]) {
  test(
    `a folder dropped ${isHydrated ? 'after' : 'before'} hydration is named as one, and becomes a ZIP on request`,
    isHydrated ? { tag: '@deep' } : {},
    async ({ page }, testInfo) => {
      const band = testInfo.outputPath('My Song.band')
      await mkdir(path.join(band, 'Media/Audio Files'), { recursive: true })
      await writeFile(path.join(band, 'projectData'), 'tempo 120')
      await writeFile(path.join(band, 'Media/Audio Files/take1.aif'), 'la la la')
      const landing = new LandingScreen(page)
      await landing.open()
      if (isHydrated) {
        await landing.heading.hover()
        await expect(page.locator('html')).toHaveAttribute('data-hydrated')
      }
      await landing.dropFromDisk(band)
      await expect(landing.section.getByText('“My Song.band” is a folder.')).toBeVisible()
      await expect(landing.toast.urgent).toHaveText('')
      const download = page.waitForEvent('download')
      await landing.section.getByRole('button', { name: 'Use the folder as one ZIP' }).click()
      const saved = await download
      expect(saved.suggestedFilename()).toBe('My Song.band.zip')
      const entries = unzipSync(await readFile(await saved.path()))
      expect(Object.keys(entries).toSorted()).toEqual([
        'My Song.band/Media/Audio Files/take1.aif',
        'My Song.band/projectData',
      ])
      await landing.seal.waitFor()
      await expect(landing.firstName).toBeVisible()
    },
  )
}

for (const isHydrated of [false, true]) {
  test(`keeps the page when a file is dropped outside the upload area ${isHydrated ? 'after' : 'before'} hydration`, async ({
    page,
  }) => {
    const landing = new LandingScreen(page)
    await landing.open()
    if (isHydrated) {
      await landing.heading.hover()
      await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    }
    // An unhandled file drop replaces the page with the file. Text may be dragged into fields.
    const prevented = await landing.heading.evaluate((heading) => {
      const isPrevented = (type: string, fill: (data: DataTransfer) => void) => {
        const dataTransfer = new DataTransfer()
        fill(dataTransfer)
        return !heading.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
      }
      const file = (data: DataTransfer) => void data.items.add(new File(['beside'], 'beside.txt'))
      const text = (data: DataTransfer) => data.setData('text/plain', 'a title')
      return {
        file: [isPrevented('dragover', file), isPrevented('drop', file)],
        text: [isPrevented('dragover', text), isPrevented('drop', text)],
      }
    })
    expect(prevented).toEqual({ file: [true, true], text: [false, false] })
  })
}
