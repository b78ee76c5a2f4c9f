import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { LoginScreen } from './screens/login.screen.ts'
import { adminApi } from './shop-api.ts'

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
  await page.getByRole('button', { name: 'Categories and tags' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Categories, tags and authors' })).toBeFocused()
  const tags = page.getByRole('region', { name: 'Tags' })
  await expect(tags.getByRole('listitem')).toContainText(['Old1 post', 'Song1 post', 'Songs1 post'])
  await expectAccessible(page, 'categories, tags and authors')

  await tags.getByRole('button', { name: 'Rename Song', exact: true }).click()
  const rename = page.getByRole('dialog', { name: 'Rename Song?' })
  await rename.getByLabel('New name').fill('')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(rename.getByLabel('New name')).toHaveAccessibleDescription('Enter a name')
  await rename.getByLabel('New name').fill('songs')
  await page.keyboard.press('Enter')
  await expect(rename.getByLabel('New name')).toHaveAccessibleDescription(
    'There is already a tag with this name. Use Merge to join them.',
  )
  await rename.getByRole('button', { name: 'Cancel' }).click()
  await tags.getByRole('button', { name: 'Merge Song', exact: true }).click()
  const mergeTag = page.getByRole('dialog', { name: 'Merge Song' })
  await mergeTag.getByLabel('Into').selectOption('Songs')
  await expect(mergeTag).toContainText('Songs gets 1 post of Song, which disappears. This can’t be undone.')
  await mergeTag.getByRole('button', { name: 'Merge' }).click()
  await expect(tags.getByRole('listitem')).toContainText(['Old1 post', 'Songs2 posts'])

  await tags.getByRole('button', { name: 'Delete Old' }).click()
  const remove = page.getByRole('dialog', { name: 'Delete Old?' })
  await expect(remove).toContainText('It is removed from 1 post. This can’t be undone.')
  await remove.getByRole('button', { name: 'Delete' }).click()
  await expect(tags.getByRole('listitem')).toHaveCount(1)
  expect((await api.blog.read({ params: { id: first.id } })).tags.map(({ name }) => name)).toEqual(['Songs'])

  const authors = page.getByRole('region', { name: 'Authors' })
  await authors.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog').getByLabel('New name').fill('Ada')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(authors.getByRole('listitem')).toContainText('Ada2 posts')

  await api.blog.changeAuthor({ params: { id: '7' }, body: { firstName: 'Bo', username: 'bo' } })
  await api.blog.create({
    body: { title: 'Third', slug: 'third', content: '<p>Text.</p>', status: 'draft', authorId: 7 },
  })
  await page.reload()
  await authors.getByRole('button', { name: 'Merge Bo' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge Bo' })
  await merge.getByRole('button', { name: 'Merge' }).click()
  await expect(authors.getByRole('listitem')).toHaveText([/Ada3 posts/])

  await page.goto('/admin/audit')
  const entries = page.getByRole('list', { name: 'Entries, newest first' }).getByRole('listitem')
  await expect(entries.first()).toContainText('deleted the author Bo: the posts went to Ada')
  await expect(entries.filter({ hasText: 'merged another tag into' })).toContainText('Songs: Song')
  await entries.getByRole('link', { name: 'Songs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Categories, tags and authors' })).toBeFocused()
})
