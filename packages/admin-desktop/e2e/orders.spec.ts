import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { OrderScreen } from '@priormark/site/testing/screens/order.screen'
import { placePaidOrder } from '../test/customer.ts'
import { addressOf, expect, isElectron, test, type Desktop } from './fixtures.ts'

const fileBytes = 3_000_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Makes the save dialog return this file. */
const stubSaveDialog = ({ app }: Desktop, file: string) =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, file)
const downloadsOf = (page: Page) => page.evaluate(() => window.priormark.downloads.list())
const stateOf = async (page: Page) => (await downloadsOf(page))[0]?.state ?? null

test('completes a download after a pause, a crash and a restart', async ({
  launch,
  launchLoggedIn,
  server,
  api,
  folder,
}) => {
  const work = randomBytes(fileBytes)
  const id = await placePaidOrder(api.url, await api.logIn(), { projectName: 'Two voices', file: work })
  const first = await launchLoggedIn()
  await first.page.goto(addressOf(first.page, `/admin/orders/${id}`))
  const file = path.join(folder, 'song.wav')
  await stubSaveDialog(first, file)

  server.holdFilesAtBytes = 1_000_000
  await first.page
    .getByRole('button', { name: /download/i })
    .first()
    .click()
  await expect
    .poll(async () => (await downloadsOf(first.page))[0]?.receivedBytes ?? 0)
    .toBeGreaterThan(100_000)
  const [running] = await downloadsOf(first.page)
  expect(running).toMatchObject({ state: 'running', fileName: 'song.wav', totalBytes: fileBytes })
  const downloadId = running?.id ?? ''
  if (!isElectron) {
    const isPartly = () =>
      first.app.evaluate(({ BrowserWindow }) => {
        const progress: unknown = Reflect.get(BrowserWindow.getAllWindows()[0] ?? {}, 'progress')
        return (
          Array.isArray(progress) && progress.some((share: unknown) => Number(share) > 0 && Number(share) < 1)
        )
      })
    await expect.poll(isPartly, 'the taskbar shows the progress').toBe(true)
  }
  await first.page.evaluate((which) => window.priormark.downloads.pause(which), downloadId)
  await expect.poll(() => stateOf(first.page)).toBe('paused')
  expect(existsSync(file)).toBe(false)
  await first.page.evaluate((which) => window.priormark.downloads.resume(which), downloadId)
  await expect.poll(() => server.fileRanges.length).toBe(2)
  await first.kill()

  server.holdFilesAtBytes = null
  const second = await launch({ userData: first.userData })
  await expect.poll(() => stateOf(second.page)).toBe('done')
  expect(sha256(await readFile(file))).toBe(sha256(work))
  expect(existsSync(`${file}.part`)).toBe(false)
  expect(server.fileRanges[0]).toBe('')
  expect(server.fileRanges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range))).toBe(true)

  await second.page.evaluate((which) => window.priormark.downloads.reveal(which), downloadId)
  if (!isElectron) {
    expect(await second.app.evaluate(({ shell }) => Reflect.get(shell, 'calls'))).toEqual([
      ['showItemInFolder', file],
    ])
  }
})

test(
  'pauses, resumes, reveals and cancels downloads in the list',
  { tag: '@deep' },
  async ({ shared, server, api, folder }) => {
    const work = randomBytes(fileBytes)
    const id = await placePaidOrder(api.url, await api.logIn(), { projectName: 'Five voices', file: work })
    const { app, page } = shared
    const downloadTo = async (file: string) => {
      await stubSaveDialog(shared, file)
      await page.evaluate(
        (order) => window.priormark.download(`/api/admin/orders/${order}/file`, 'x.wav'),
        id,
      )
    }
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    server.holdFilesAtBytes = 1_000_000
    await downloadTo(path.join(folder, 'kept.wav'))
    await page.getByRole('complementary').getByRole('link', { name: '1 download' }).click()
    await expect(line('kept.wav')).toContainText('Downloading')
    await expect(page.getByRole('progressbar', { name: 'Progress of kept.wav' })).toBeVisible()
    await page.getByRole('button', { name: 'Pause: kept.wav' }).click()
    await expect(line('kept.wav')).toContainText('Paused')
    server.holdFilesAtBytes = null
    await page.getByRole('button', { name: 'Resume: kept.wav' }).click()
    await expect(line('kept.wav')).toContainText('Done')
    await app.evaluate(({ shell }) => {
      shell.showItemInFolder = (file) => void Reflect.set(globalThis, 'shown', file)
    })
    await page.getByRole('button', { name: 'Show in folder: kept.wav' }).click()
    await expect
      .poll(() => app.evaluate(() => Reflect.get(globalThis, 'shown')))
      .toBe(path.join(folder, 'kept.wav'))

    server.holdFilesAtBytes = 1_000_000
    await downloadTo(path.join(folder, 'canceled.wav'))
    await expect(line('canceled.wav')).toContainText('Downloading')
    await page.getByRole('button', { name: 'Cancel: canceled.wav' }).click()
    await expect(line('canceled.wav')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove: kept.wav' }).click()
    await expect(page.getByText('No downloads yet')).toBeVisible()
    await expect.poll(() => existsSync(path.join(folder, 'canceled.wav.part'))).toBe(false)
    expect(sha256(await readFile(path.join(folder, 'kept.wav')))).toBe(sha256(work))
  },
)

test(
  'downloads nothing if the save dialog is canceled',
  { tag: '@deep' },
  async ({ shared: { app, page } }) => {
    await app.evaluate(({ dialog }) => {
      dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' })
    })
    expect(await page.evaluate(() => window.priormark.download('/api/admin/orders.csv', 'orders.csv'))).toBe(
      false,
    )
    expect(await downloadsOf(page)).toEqual([])
  },
)

test('completes an order and opens its link in the browser', async ({ shared: { app, page }, api }) => {
  const admin = await api.logIn()
  const file = randomBytes(1_000)
  const id = await placePaidOrder(api.url, admin, { projectName: 'Four voices', file })
  await page.goto(addressOf(page, `/admin/orders/${id}`))
  const screen = new OrderScreen(page)
  await expect(screen.heading('Four voices')).toBeVisible()

  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Reflect.set(globalThis, 'opened', opened)
    shell.openExternal = async (url) => void opened.push(url)
  })
  await screen.tab('Order Progress').click()
  await screen.link.fill('https://chain.example/tx/0x12')
  await screen.saveLinkAndConfirm()
  await expect.poll(async () => (await admin.api.orders.read({ params: { id } })).status).toBe('completed')
  await screen.details.getByRole('link', { name: 'https://chain.example/tx/0x12' }).first().click()
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened')))
    .toEqual(['https://chain.example/tx/0x12'])
})

test(
  'goes to the downloads by keys, and says of a missing order that it does not exist',
  { tag: '@deep' },
  async ({ shared: { page } }) => {
    await page.goto(addressOf(page, '/admin/orders/00000000-0000-4000-8000-000000000000'))
    await expect(page.getByText('This order doesn’t exist.')).toBeVisible()
    // Sent together: a second key that comes late does not count.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('l')])
    await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeFocused()
  },
)
