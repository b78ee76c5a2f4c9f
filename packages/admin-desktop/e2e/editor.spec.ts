import type { Page } from '@playwright/test'
import { createImage } from '@priormark/site/testing/test-image'
import { DraftsScreen } from '@priormark/site/testing/screens/drafts.screen'
import { PostEditorScreen } from '@priormark/site/testing/screens/post-editor.screen'
import { addressOf, choose, expect, logIn, test, syncNow } from './fixtures.ts'
import { postText } from './post-text.ts'

const statusBar = (page: Page) => new DraftsScreen(page).status
const unsent = (page: Page) => new DraftsScreen(page).unsent

/** Opens an unsent post from the list without the server. By key, because a notice that appears above the rows moves them. */
async function openUnsent(page: Page, title: string): Promise<void> {
  await expect(page.getByText('Sorting by views needs the server.')).toBeVisible()
  await unsent(page).getByRole('link', { name: title }).press('Enter')
}

/** Opens a post in the editor, or a new one. */
async function edit(page: Page, id?: string): Promise<PostEditorScreen> {
  const query = id === undefined ? '' : `?id=${id}`
  await page.goto(addressOf(page, `/admin/blog/editor${query}`))
  const editor = new PostEditorScreen(page)
  await editor.content.waitFor()
  return editor
}

test('keeps a post with an image that was written offline after kill -9, and sends it once', async ({
  launch,
  launchLoggedIn,
  server,
  api,
}) => {
  const first = await launchLoggedIn()
  await choose(first, 'new-post')
  const editor = new PostEditorScreen(first.page)
  await editor.content.waitFor()
  server.isDown = true
  await editor.title.fill('On a train')
  await editor.content.click()
  await first.page.keyboard.type('Between two towns')
  const choosing = first.page.waitForEvent('filechooser')
  await editor.tool('Upload image from computer').click()
  await (await choosing).setFiles(await createImage(first.page, 'train'))
  await expect(editor.content.locator('figure.image img[src*="/_media/"]')).toBeVisible()
  await editor.create.click()
  await expect(editor.toast.polite).toContainText('Waiting to be sent')
  await expect(statusBar(first.page)).toContainText('Offline')
  await expect(statusBar(first.page)).toContainText('1 draft waiting to be sent')

  await openUnsent(first.page, 'On a train')
  await editor.content.waitFor()
  await editor.title.fill('On a long train')
  await editor.save.click()
  await expect(unsent(first.page).getByRole('link', { name: 'On a long train' })).toBeVisible()
  await first.kill()

  const second = await launch({ userData: first.userData })
  const { page } = second
  await expect(statusBar(page)).toContainText('1 draft waiting to be sent')
  await choose(second, 'go /admin/blog')
  await openUnsent(page, 'On a long train')
  const reopened = new PostEditorScreen(page)
  await expect(reopened.title).toHaveValue('On a long train')
  await expect(reopened.content).toContainText('Between two towns')
  const image = reopened.content.locator('figure.image img')
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(900)

  server.isDown = false
  await syncNow(second)
  await expect(statusBar(page)).toContainText('Online')
  await expect(statusBar(page)).not.toContainText('waiting')
  const admin = await api.logIn()
  const { posts } = await admin.api.blog.changes({ query: { since: 0 } })
  const sent = posts.filter(({ title }) => title.startsWith('On a'))
  expect(sent).toMatchObject([{ title: 'On a long train', version: 1 }])
  expect(sent[0]?.content).toMatch(/<img[^>]* src="\/media\/[^"]+"/)
})

test('shows each version and loses none when two desktops and the web edit one post', async ({
  launchLoggedIn,
  server,
  api,
  folder,
}) => {
  const admin = await api.logIn()
  const id = crypto.randomUUID()
  await admin.api.blog.create({ body: { ...postText('Shared by three'), id } })
  const one = await launchLoggedIn()
  const other = await launchLoggedIn({ userData: `${folder}/other` })
  const editors = [await edit(one.page, id), await edit(other.page, id)] as const

  server.isDown = true
  for (const [index, editor] of editors.entries()) {
    await editor.title.fill(`From desktop ${index + 1}`)
    await editor.save.click()
    await expect(editor.toast.polite).toContainText('Waiting to be sent')
  }
  const ifMatch = { headers: { 'if-match': '"1"' } }
  await admin.api.blog.change({ params: { id }, body: postText('From the web') }, ifMatch)

  server.isDown = false
  for (const [index, desktop] of [one, other].entries()) {
    const { page } = desktop
    await syncNow(desktop)
    await statusBar(page).getByRole('link', { name: '1 conflict to resolve' }).click()
    await unsent(page)
      .getByRole('link', { name: `From desktop ${index + 1}` })
      .click()
    const { conflict } = editors[index === 0 ? 0 : 1]
    await expect(conflict.getByRole('article', { name: 'My version' })).toContainText(
      `From desktop ${index + 1}`,
    )
    await expect(conflict.getByRole('article', { name: 'Their version' })).toContainText('From the web')
  }
  await editors[0].conflict.getByRole('button', { name: 'Save mine as a copy' }).click()
  await editors[1].conflict.getByRole('button', { name: 'Keep mine' }).click()
  const titled = async (title: string) =>
    (await admin.api.blog.changes({ query: { since: 0 } })).posts.filter((post) => post.title === title)
  await expect.poll(() => titled('From desktop 1 (copy)')).toMatchObject([{ version: 1 }])
  await expect.poll(() => titled('From desktop 2')).toMatchObject([{ id, version: 3 }])
  for (const { page } of [one, other]) {
    await expect(statusBar(page)).toContainText('Online')
    await expect(statusBar(page)).not.toContainText(/conflict|waiting|change/)
  }
  const revisions = await admin.api.blog.revisions({ params: { id } })
  expect(JSON.stringify(revisions)).toContain('From the web')
})

test('shows why the server rejected a draft, sends the corrected draft, and restores a deleted one', async ({
  launchLoggedIn,
  server,
  api,
}) => {
  const admin = await api.logIn()
  await admin.api.blog.create({ body: { ...postText('Taken already'), id: crypto.randomUUID() } })
  const desktop = await launchLoggedIn()
  const { page } = desktop
  const editor = await edit(page)
  server.isDown = true
  await editor.title.fill('Taken already')
  await editor.content.click()
  await page.keyboard.type('Another text')
  await editor.create.click()
  await expect(editor.toast.polite).toContainText('Waiting to be sent')
  server.isDown = false
  await syncNow(desktop)
  await statusBar(page).getByRole('link', { name: '1 draft needs changes' }).click()
  await unsent(page).getByRole('link', { name: 'Taken already' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not sent:' })).toBeVisible()
  await editor.slug.fill('not-taken')
  await editor.save.click()
  await expect(page.getByRole('heading', { name: 'Blog Posts', exact: true })).toBeVisible()
  await expect(unsent(page)).toHaveCount(0)
  const { posts } = await admin.api.blog.changes({ query: { since: 0 } })
  expect(posts.filter(({ slug }) => slug === 'not-taken')).toMatchObject([{ version: 1 }])

  server.isDown = true
  await edit(page)
  await editor.title.fill('Deleted draft')
  await editor.content.click()
  await page.keyboard.type('Restored after all')
  await editor.create.click()
  await openUnsent(page, 'Deleted draft')
  await editor.button('Delete').click()
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click()
  // The editor has no list of unsent posts either, and leaving it now would interrupt the deletion.
  await expect(page.getByRole('heading', { name: 'Blog Posts', exact: true })).toBeVisible()
  await expect(unsent(page)).toHaveCount(0)
  await page.goto(addressOf(page, '/admin/blog/history'))
  await page.getByRole('button', { name: 'Restore Deleted draft' }).click()
  await expect(editor.title).toHaveValue('Deleted draft')
  await expect(editor.content).toContainText('Restored after all')
  server.isDown = false
  await syncNow(desktop)
  await expect(statusBar(page)).toContainText('Online')
  await expect(statusBar(page)).not.toContainText('waiting')
  const after = await admin.api.blog.changes({ query: { since: 0 } })
  expect(after.posts.filter(({ title }) => title === 'Deleted draft')).toMatchObject([{ version: 1 }])
})

test('asks for a login when the session ends during writing, and then sends the post', async ({
  launchLoggedIn,
  server,
  api,
}) => {
  const desktop = await launchLoggedIn()
  const editor = await edit(desktop.page)
  await editor.title.fill('While the session ended')
  await editor.content.click()
  await desktop.page.keyboard.type('Not lost')
  server.hasExpired = true
  await editor.create.click()
  await desktop.page.getByRole('heading', { name: 'Admin login' }).waitFor()
  await expect(desktop.page.getByText('Your session has expired. Please log in again.')).toBeVisible()
  server.hasExpired = false
  await logIn(desktop)
  await expect(statusBar(desktop.page)).toContainText('Online')
  await expect(statusBar(desktop.page)).not.toContainText('waiting')
  const admin = await api.logIn()
  const { posts } = await admin.api.blog.changes({ query: { since: 0 } })
  expect(posts.filter(({ title }) => title === 'While the session ended')).toMatchObject([
    { content: '<p>Not lost</p>' },
  ])
})

test('asks before the window navigates or the app quits with unsaved changes', async ({ launchLoggedIn }) => {
  const desktop = await launchLoggedIn()
  const { app, page } = desktop
  const editor = await edit(page)
  await editor.title.click()
  await page.keyboard.type('Not saved yet')
  const stubDialog = (button: 0 | 1) =>
    app.evaluate(({ dialog }, response) => {
      const asked: string[] = []
      Reflect.set(globalThis, 'asked', asked)
      dialog.showMessageBoxSync = (...args: unknown[]) => {
        const options: { message: string } = Object(args.at(-1))
        asked.push(options.message)
        return response
      }
    }, button)
  const asked = () => app.evaluate(() => Reflect.get(globalThis, 'asked'))

  await stubDialog(0)
  await choose(desktop, 'servers')
  await expect.poll(asked).toEqual(['Leave without saving?'])
  await expect(editor.title).toHaveValue('Not saved yet')
  // A hidden window keeps its text, and is shown before the app quits.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  expect(await asked()).toEqual(['Leave without saving?'])
  await app.evaluate((electron) => electron.app.quit())
  await expect.poll(asked).toEqual(['Leave without saving?', 'Leave without saving?'])
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true)
  await expect(editor.title).toHaveValue('Not saved yet')

  // The admin's own dialog asks about navigation inside it.
  await choose(desktop, 'go /admin/blog')
  await editor.leaveDialog.getByRole('button', { name: 'Keep editing' }).click()
  await stubDialog(1)
  await choose(desktop, 'servers')
  await expect(page.getByRole('heading', { name: 'Connect to your shop' })).toBeVisible()
  expect(await asked()).toEqual(['Leave without saving?'])
})
