import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { TopicsScreen } from '../testing/screens/topics.screen.ts'
import { AuditLogScreen } from '../testing/screens/audit.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

// Lists all categories, tags and authors.
test.use({ isOwnShop: true })

test('renames, merges and deletes tags with their numbers of posts', async ({ page, shop }) => {
  const api = await adminApi(shop.url)
  const add = (slug: string, tags: string[]) =>
    api.blog.create({ body: { title: slug, slug, content: '<p>Text.</p>', status: 'draft', tags } })
  const first = await add('first', ['Song', 'Old'])
  await add('second', ['Songs'])

  await new LoginScreen(page).logInByApi()
  await page.goto('/admin/blog')
  await page.getByRole('button', { name: 'Categories, tags and authors' }).click()
  const topics = new TopicsScreen(page)
  const tags = topics.rows('Tags')
  await expect(topics.heading).toBeFocused()
  await expect(tags).toContainText(['Old1 post', 'Song1 post', 'Songs1 post'])
  await expectAccessible(page, 'categories, tags and authors')

  await topics.button('Rename', 'Song').click()
  const rename = topics.dialog('Rename Song?')
  await rename.getByLabel('New name').fill('')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(rename.getByLabel('New name')).toHaveAccessibleDescription('Enter a name')
  await rename.getByLabel('New name').fill('songs')
  await page.keyboard.press('Enter')
  await expect(rename.getByLabel('New name')).toHaveAccessibleDescription(
    'There is already a tag with this name. Use Merge to join them.',
  )
  await rename.getByRole('button', { name: 'Cancel' }).click()
  await topics.button('Merge', 'Song').click()
  const mergeTag = topics.dialog('Merge Song')
  await mergeTag.getByLabel('Into').selectOption('Songs')
  await expect(mergeTag).toContainText('Moves 1 post to Songs and deletes Song. This can’t be undone.')
  await mergeTag.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(topics.button('Merge', 'Songs')).toBeFocused()
  await expect(tags).toContainText(['Old1 post', 'Songs2 posts'])

  await topics.button('Delete', 'Old').click()
  const remove = topics.dialog('Delete Old?')
  await expect(remove).toContainText('It is removed from 1 post. This can’t be undone.')
  await remove.getByRole('button', { name: 'Delete' }).click()
  await expect(tags).toHaveCount(1)
  expect((await api.blog.read({ params: { id: first.id } })).tags.map(({ name }) => name)).toEqual(['Songs'])

  const authors = topics.rows('Authors')
  await authors.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog').getByLabel('New name').fill('Ada')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(authors).toContainText('Ada2 posts')

  await page.getByRole('button', { name: 'Add author' }).click()
  await topics.dialog('Add an author').getByLabel('Name').fill('Bo')
  await page.keyboard.press('Enter')
  await expect(authors).toContainText(['Ada2 posts', 'Bo0 posts'])
  const third = await api.blog.create({
    body: { title: 'Third', slug: 'third', content: '<p>Text.</p>', status: 'draft' },
  })
  const editor = new PostEditorScreen(page)
  await editor.open(third.id)
  await page.getByLabel('Author').selectOption('Bo')
  await editor.save.click()
  await expect(editor.toast.polite).toContainText('Post updated')
  await topics.open()
  await expect(authors).toContainText(['Ada2 posts', 'Bo1 post'])
  await topics.button('Merge', 'Bo').click()
  const merge = topics.dialog('Merge Bo')
  await merge.getByRole('button', { name: 'Merge' }).click()
  await expect(merge.getByLabel('Into')).toHaveAccessibleDescription('Choose an author')
  await merge.getByLabel('Into').selectOption('Ada')
  await merge.getByRole('button', { name: 'Merge' }).click()
  await expect(authors).toHaveText([/Ada3 posts/])

  const audit = new AuditLogScreen(page)
  const { entries } = audit
  await audit.open()
  await expect(entries.first()).toContainText('deleted the author Bo: the posts went to Ada')
  await expect(entries.filter({ hasText: 'added the author' }), 'also after the deletion').toContainText('Bo')
  await expect(entries.filter({ hasText: 'merged another tag into' })).toContainText('Songs: Song')
  await entries.getByRole('link', { name: 'Songs' }).click()
  await expect(topics.heading).toBeFocused()
})
