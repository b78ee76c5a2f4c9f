import type { Page } from '@playwright/test'
import { createPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { CommandPalette } from '../testing/screens/palette.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

/** Waits until the service worker controls the page and the admin opens without the server. */
async function waitForShell(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/admin')) !== undefined)).toBe(true)
}

test(
  'stores each file of the admin once, and says why orders cannot be exported offline',
  { tag: '@deep' },
  async ({ page, context, browserErrors }) => {
    browserErrors.allow(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/admin/dashboard')
    await waitForShell(page)
    const exporting = page.getByRole('button', { name: 'Export CSV' })
    await expect(exporting).toBeEnabled()
    // Loads with the worker, which would store the files of public pages.
    await page.goto('/admin/blog')
    await page.goto('/admin/dashboard')
    await expect(exporting).toBeEnabled()
    const stored = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    const assets = stored.filter((path) => path.startsWith('/assets/'))
    const twice = assets.filter((path, index) => assets.indexOf(path) !== index)
    // The public pages have the same font, and their cache and the admin's are replaced independently.
    expect(twice.filter((path) => !path.endsWith('.woff2'))).toEqual([])
    const { files }: { files: string[] } = await (await page.request.get('/admin-files.json')).json()
    expect(assets).toEqual(expect.arrayContaining(files))

    await context.setOffline(true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(exporting).toBeDisabled()
    await expect(exporting).toHaveAccessibleDescription(
      'Orders can be exported once the server can be reached.',
    )
    await context.setOffline(false)
    await expect(exporting).toBeEnabled()
  },
)

test('an open editor keeps its text while a new build takes over, also if code of its own build is gone', async ({
  page,
  context,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/404 .*CommandPalette/)
  const id = await createPost(shop.url, { title: 'Through an update', slug: 'through-an-update' })
  const editor = new PostEditorScreen(page)
  await editor.open(id)
  await waitForShell(page)
  await editor.title.fill('Typed before the update')
  // Another address installs another worker, which takes over at once. Its build has other files.
  await page.evaluate(async () => {
    const takeover = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
    await navigator.serviceWorker.register('/sw.js?next-build')
    await takeover
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await context.route(/\/assets\/CommandPalette-/, (route) => route.fulfill({ status: 404 }))
  await editor.title.press('Control+k')
  await expect(editor.toast.urgent).toContainText('Save your work, then reload the page and try again.')
  await expect(editor.title).toHaveValue('Typed before the update')
  await editor.content.click()
  await page.keyboard.type('And after it. ')
  await editor.toast.dismiss.click()
  await editor.title.press('Control+k')
  await expect(editor.toast.urgent).toContainText('This part could not be loaded')
  await page.keyboard.press('Control+s')
  await expect(editor.toast.polite).toContainText('Saved.')

  await context.unroute(/\/assets\/CommandPalette-/)
  await page.reload()
  await expect(editor.title).toHaveValue('Typed before the update')
  expect(await editor.data()).toContain('And after it.')
  await editor.title.press('Control+k')
  await expect(new CommandPalette(page).field).toBeFocused()
})
