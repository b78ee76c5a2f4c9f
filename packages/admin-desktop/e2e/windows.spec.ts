import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import type { Page } from '@playwright/test'
import {
  choose,
  connect,
  expect,
  isElectron,
  standIn,
  startTimeoutMs,
  test,
  type Desktop,
} from './fixtures.ts'
import { newDraft } from './post-text.ts'

const titlesOf = ({ app }: Desktop) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getTitle()))

/** Returns the page that opens in a new window because of some work. */
async function newPage({ app }: Desktop, work: () => Promise<void>): Promise<Page> {
  const opened = app.waitForEvent('window', { timeout: startTimeoutMs })
  await work()
  const page = await opened
  page.on('dialog', () => {})
  await page.getByRole('heading').first().waitFor()
  return page
}

test('shows several shops in several windows, each with its own session and drafts', async ({
  launch,
  launchLoggedIn,
  server,
  api,
}) => {
  const first = await launchLoggedIn()
  const { page } = first
  const id = crypto.randomUUID()
  await page.evaluate((draft) => window.priormark.drafts.save(draft), newDraft(id, 'On the first shop'))
  const titleOf = (url: string, screen: string) => `${screen} · Priormark (${new URL(url).host})`
  await expect.poll(() => titlesOf(first)).toEqual([titleOf(server.url, 'Dashboard')])

  // The app treats another address of the same shop as another shop.
  const other = await newPage(first, () => choose(first, 'other-shop'))
  await expect(other.getByRole('heading', { name: 'Connect to your shop' })).toBeVisible()
  await connect({ ...first, page: other }, api.url)
  await expect
    .poll(() => titlesOf(first))
    .toEqual([titleOf(server.url, 'Dashboard'), titleOf(api.url, 'Admin login')])
  const stateOf = (where: Page) => where.evaluate(() => window.priormark.state())
  expect(await stateOf(other)).toMatchObject({ server: { url: api.url }, hasLogin: false })
  expect(await stateOf(page)).toMatchObject({ server: { url: server.url }, hasLogin: true })
  const draftIn = (where: Page) =>
    where.evaluate(async (postId) => (await window.priormark.drafts.read(postId))?.text?.title, id)
  expect([await draftIn(page), await draftIn(other)]).toEqual(['On the first shop', undefined])

  const same = await newPage(first, async () => {
    await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
    await choose(first, 'new-window')
  })
  expect(await draftIn(same)).toBe('On the first shop')
  // The locks of the first window hold in the others.
  expect(await other.evaluate(() => Notification.requestPermission())).toBe('denied')
  await expect(other.evaluate(() => fetch('https://elsewhere.example/'))).rejects.toThrow()
  const home = other.url()
  await other.evaluate(() => {
    location.href = 'https://elsewhere.example/'
  })
  expect(other.url()).toBe(home)

  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().at(-1)?.close())
  await expect.poll(async () => (await titlesOf(first)).length).toBe(2)
  await first.close()
  const second = await launch({ userData: first.userData })
  const hostsOf = async () => new Set((await titlesOf(second)).map((title) => title.split('(')[1]))
  await expect.poll(hostsOf).toEqual(new Set([server.url, api.url].map((url) => `${new URL(url).host})`)))
})

test('opens links to orders and posts in the shop that they name, and asks before an unknown shop (stand-in only: it starts as a second process)', async ({
  launchLoggedIn,
  server,
  api,
}) => {
  test.skip(isElectron, 'starts the stand-in as the second process')
  const desktop = await launchLoggedIn()
  const { app, page, userData } = desktop
  const id = '5d0ba6c0-54a5-4a5e-9b0d-0f4d3b6f1a11'
  const follow = (link: string) => {
    const args = [`--user-data-dir=${userData}`, path.resolve(import.meta.dirname, '..'), link]
    const env = { ...process.env, TMPDIR: path.join(userData, '../tmp') }
    expect(spawnSync(standIn, args, { env, timeout: 120_000 }).status).toBe(0)
  }
  follow(`priormark://posts/${id}?shop=${server.url}`)
  await expect.poll(() => page.url()).toContain(`/admin/blog/editor?id=${id}`)

  const answer = (button: number) =>
    app.evaluate(({ dialog }, response) => {
      const asked: string[] = []
      Reflect.set(globalThis, 'asked', asked)
      const show = async (options: { message: string }) => {
        asked.push(options.message)
        return { response, checkboxChecked: false }
      }
      Reflect.set(dialog, 'showMessageBox', show)
    }, button)
  const asked = () => app.evaluate(() => Reflect.get(globalThis, 'asked'))
  const question = [`Connect to ${new URL(api.url).host}?`]
  await answer(0)
  follow(`priormark://orders/${id}?shop=${api.url}`)
  await expect.poll(asked).toEqual(question)
  expect(app.windows()).toHaveLength(1)
  expect((await page.evaluate(() => window.priormark.state())).servers).toHaveLength(1)

  await answer(1)
  const other = await newPage(desktop, async () => follow(`priormark://orders/${id}?shop=${api.url}`))
  expect(await asked()).toEqual(question)
  await expect(other.getByRole('heading', { name: 'Admin login' })).toBeVisible()
  expect((await other.evaluate(() => window.priormark.state())).server?.url).toBe(api.url)
})
