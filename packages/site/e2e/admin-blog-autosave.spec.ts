import type { Page } from '@playwright/test'
import { expectAccessible } from './axe-scan.ts'
import { createPost, emptyPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { BlogListScreen } from '../testing/screens/blog-list.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

/** Returns the unsaved texts that this browser stores for the administrator, as JSON. */
function unsavedTexts(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('priormark-unsaved-admin')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('texts').objectStore('texts').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result))
          })
        })
      }),
  )
}

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

test('autosaves revisions, and restores unsaved text after a crash', async ({ page, shop }) => {
  const id = await createPost(shop.url, { title: 'Kept', slug: 'kept', status: 'published' })
  const editor = new PostEditorScreen(page)
  await editor.open(id)
  await editor.content.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and more')
  await expect(editor.autosave).toHaveAttribute('data-autosave', 'saved')
  const api = await adminApi(shop.url)
  expect((await api.blog.read({ params: { id } })).content, 'the live post is unchanged').toBe('<p>Text</p>')
  // The text may have been saved before its last word was typed.
  await expect
    .poll(async () => (await api.blog.revisions({ params: { id } }))[0])
    .toMatchObject({ kind: 'autosave', wordCount: 3 })

  await page.keyboard.type(' until the end')
  await expect.poll(() => unsavedTexts(page)).toContain('until the end')
  await page.goto('chrome://crash').catch(() => undefined)
  const next = await page.context().newPage()
  const again = new PostEditorScreen(next)
  await again.open(id)
  await expect(again.unsaved).toContainText('“Kept”, 6 words')
  await again.button('History').click()
  await again.revisions.getByRole('button', { name: /Autosaved draft/ }).click()
  await expect(again.revisions.getByRole('region')).toContainText('Autosaved draft, saved by')
  await next.keyboard.press('Escape')
  await again.unsaved.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => again.data()).toBe('<p>Text and more until the end</p>')

  await again.button('History').click()
  await again.revisions.getByRole('button', { name: /Version 1/ }).click()
  await expect(again.revisions.getByRole('region')).toContainText('Text')
  await again.revisions.getByRole('button', { name: 'Restore' }).click()
  await expect(again.toast.polite).toContainText('Text restored')
  await expect.poll(() => again.data()).toBe('<p>Text</p>')
})

test('creates a new post as a draft with the first autosave, without losing the focus or undo', async ({
  page,
  newVisitor,
  shop,
}) => {
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.title.fill('Seen elsewhere')
  await editor.content.click()
  await page.keyboard.type('First')
  await expect(page).toHaveURL(/\/editor\?id=/)
  await expect(editor.content).toBeFocused()
  await expect(editor.create, 'its author has not saved it yet').toHaveText('Create Post')
  const other = await newVisitor()
  await new LoginScreen(other).logInByApi()
  const list = new BlogListScreen(other)
  await list.open()
  await expect(list.row('Seen elsewhere')).toContainText('Draft')

  await page.keyboard.type(' and last')
  await page.keyboard.press('Control+z')
  expect(await editor.data(), 'undo goes back before the autosave').toBe('')
  await page.keyboard.type('Last words')
  await editor.back.click()
  await expect(editor.leaveDialog).toContainText('becomes a draft')
  await editor.leaveDialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/admin/blog')
  const api = await adminApi(shop.url)
  const { posts } = await api.blog.adminList({ query: { search: 'Seen elsewhere' } })
  expect(posts).toMatchObject([{ status: 'draft' }])
  const { content } = await api.blog.read({ params: { id: posts[0]?.id ?? '' } })
  expect(content).toBe('<p>Last words</p>')
})

test('asks before leaving unsaved changes, and keeps them', async ({ page, shop }) => {
  const id = await createPost(shop.url, { title: 'Left', slug: 'left' })
  const editor = new PostEditorScreen(page)
  await editor.open(id)
  await editor.typeAndLeave('Words ')
  await editor.leaveDialog.getByRole('button', { name: 'Keep editing' }).click()
  await editor.title.fill('Left behind')
  await editor.back.click()
  await editor.leaveDialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(editor.title).toHaveValue('Left behind')
  await editor.back.click()
  await editor.leaveDialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/admin/blog')
  const api = await adminApi(shop.url)
  expect((await api.blog.revisions({ params: { id } }))[0]).toMatchObject({
    kind: 'autosave',
    title: 'Left behind',
  })
})

test(
  'has the browser ask before closing or reloading the page with unsaved changes',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const id = await createPost(shop.url, { title: 'Open', slug: 'open' })
    const editor = new PostEditorScreen(page)
    await editor.open(id)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      return asked.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    await editor.content.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' in the middle of a')
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await page.keyboard.type(' sentence')
    await expect.poll(() => editor.data()).toBe('<p>Text in the middle of a sentence</p>')
    await page.reload()
    expect(asked).toEqual(['beforeunload', 'beforeunload'])
    await expect(editor.unsaved, 'the text is offered after leaving anyway').toContainText('7 words')
    await editor.unsaved.getByRole('button', { name: 'Restore' }).click()
    expect(await editor.data()).toBe('<p>Text in the middle of a sentence</p>')
    await editor.save.click()
    await expect(page).toHaveURL('/admin/blog')
    await page.reload()
    expect(asked, 'nothing is unsaved').toHaveLength(2)
  },
)

test(
  'offers to restore, leave or copy a post that someone else deleted',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/(404|412) .*\/blog\/posts/)
    const api = await adminApi(shop.url)
    const editor = new PostEditorScreen(page)
    const deleted = async (slug: string) => {
      const id = await createPost(shop.url, { title: 'Doomed', slug })
      await editor.open(id)
      await editor.title.fill(`Mine ${slug}`)
      await api.blog.remove({ params: { id } })
      await editor.save.click()
      await expect(editor.conflict.getByRole('heading', { level: 1 })).toHaveText('This post was deleted')
      await expect(editor.conflict.getByRole('article', { name: 'My version' })).toContainText(`Mine ${slug}`)
      await expect(editor.conflict.getByRole('article', { name: 'Their version' })).toContainText(
        'The post no longer exists.',
      )
      return id
    }

    const back = await deleted('brought-back')
    await expectAccessible(page, 'the notice that the post was deleted')
    await editor.conflict.getByRole('button', { name: 'Back to my version' }).click()
    await expect(editor.title).toHaveValue('Mine brought-back')
    await editor.save.click()
    await editor.conflict.getByRole('button', { name: 'Restore with my version' }).click()
    await expect(page).toHaveURL('/admin/blog')
    expect(await api.blog.read({ params: { id: back } })).toMatchObject({ title: 'Mine brought-back' })

    const left = await deleted('left-deleted')
    await editor.conflict.getByRole('button', { name: 'Leave it deleted' }).click()
    await expect(page).toHaveURL('/admin/blog')
    await expect(editor.toast.polite).toContainText('Your version was saved')
    await expect(api.blog.read({ params: { id: left } })).rejects.toMatchObject({ status: 404 })

    await deleted('copied-away')
    await editor.conflict.getByRole('button', { name: 'Save mine as a copy' }).click()
    await expect(page).toHaveURL('/admin/blog')
    const { posts } = await api.blog.adminList({ query: { search: 'Mine copied-away (copy)' } })
    expect(posts[0]).toMatchObject({ title: 'Mine copied-away (copy)', status: 'draft' })
  },
)

test('shows the second of two editors both versions to choose from', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/412 .*\/blog\/posts/)
  const api = await adminApi(shop.url)
  const editor = new PostEditorScreen(page)
  const both = async (slug: string) => {
    const id = await createPost(shop.url, { title: 'Shared', slug })
    await editor.open(id)
    await editor.title.fill('Mine')
    await api.blog.change({
      params: { id },
      body: { ...emptyPost, title: 'Theirs', slug, content: '<p>Their text</p>' },
    })
    await editor.save.click()
    await expect(editor.conflict.getByRole('article', { name: 'My version' })).toContainText('Mine')
    await expect(editor.conflict.getByRole('article', { name: 'Their version' })).toContainText('Their text')
    return id
  }
  const markedIn = (name: string) => editor.conflict.getByRole('article', { name }).getByRole('insertion')

  const kept = await both('keep-mine')
  await expectAccessible(page, 'a conflict')
  await expect(markedIn('My version')).toHaveText(['Mine', 'Text'])
  await expect(markedIn('Their version')).toHaveText(['Theirs', 'Their text'])
  await expect(editor.conflict).toContainText(/admin saved it at .* while you were writing/)
  await editor.conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page).toHaveURL('/admin/blog')
  expect(await api.blog.read({ params: { id: kept } })).toMatchObject({ title: 'Mine', version: 3 })
  expect((await api.blog.revisions({ params: { id: kept } })).map(({ title }) => title)).toContain('Theirs')

  const taken = await both('take-theirs')
  await editor.conflict.getByRole('button', { name: 'Take theirs' }).click()
  await expect(editor.title).toHaveValue('Theirs')
  await expect.poll(() => editor.data()).toBe('<p>Their text</p>')
  expect((await api.blog.revisions({ params: { id: taken } })).map(({ title }) => title)).toContain('Mine')

  const copied = await both('save-copy')
  await editor.conflict.getByRole('button', { name: 'Save mine as a copy' }).click()
  await expect(page).toHaveURL('/admin/blog')
  expect(await api.blog.read({ params: { id: copied } })).toMatchObject({ title: 'Theirs' })
  const { posts } = await api.blog.adminList({ query: { search: 'Mine (copy)' } })
  expect(posts.find(({ title }) => title === 'Mine (copy)')).toMatchObject({ status: 'draft' })
})

test(
  'shows what restoring a revision changes, and keeps the address unless asked',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const api = await adminApi(shop.url)
    const first = { title: 'First home', slug: 'first-home', content: '<p>The old song</p>' }
    const id = await createPost(shop.url, first)
    // Revisions have no schedule, which must not look like a difference.
    const scheduledAt = '2090-01-01T09:30:00.000Z'
    const text = { title: 'Second home', slug: 'second-home', content: '<p>The new song</p>' }
    const second = { ...emptyPost, ...text, scheduledAt }
    await api.blog.change({ params: { id }, body: second })
    const editor = new PostEditorScreen(page)
    const selected = editor.revisions.getByRole('region', { name: 'Selected text' })
    const slugToo = editor.revisions.getByRole('checkbox', {
      name: 'Restore its address too: /blog/first-home',
    })
    const choose = async (version: string) => {
      await editor.button('History').click()
      await editor.revisions.getByRole('button', { name: version }).click()
      await expect(selected).toContainText(`${version}, saved by admin on`)
    }
    await editor.open(id)
    await choose('Version 2')
    await expect(selected).toContainText('Both texts are the same.')
    await expect(editor.revisions.getByRole('checkbox')).toHaveCount(0)
    await editor.revisions.getByRole('radio', { name: 'Compare with the previous version' }).check()
    await expect(selected.locator('.prose').getByRole('insertion')).toHaveText('new')
    await expect(selected.locator('.prose').getByRole('deletion')).toHaveText('old')
    await expectAccessible(page, 'the differences of a revision')
    await editor.revisions.getByRole('button', { name: 'Cancel' }).click()

    await choose('Version 1')
    await expect(selected.locator('.prose').getByRole('insertion')).toHaveText('old')
    await expect(slugToo).not.toBeChecked()
    await editor.revisions.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => editor.data()).toBe('<p>The old song</p>')
    await expect(editor.title).toHaveValue('First home')
    await expect(editor.slug).toHaveValue('second-home')
    await choose('Version 1')
    await slugToo.check()
    await editor.revisions.getByRole('button', { name: 'Restore' }).click()
    await expect(editor.slug).toHaveValue('first-home')
  },
)
