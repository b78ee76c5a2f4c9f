import { randomBytes } from 'node:crypto'
import { BlogListScreen } from '@priormark/site/testing/screens/blog-list.screen'
import { PostEditorScreen } from '@priormark/site/testing/screens/post-editor.screen'
import { placePaidOrder } from '../test/customer.ts'
import { addressOf, expect, test } from './fixtures.ts'

test(
  'shows the overview, and filters the orders by their day',
  { tag: '@deep' },
  async ({ shared: { page }, api }) => {
    const file = randomBytes(1_000)
    await placePaidOrder(api.url, await api.logIn(), { projectName: 'Overview song', file })
    await page.goto(addressOf(page, '/admin/dashboard?tab=all'))
    const today = page.getByRole('region', { name: 'Overview' })
    await expect(today).toContainText('$8.97')
    const row = page.getByRole('link', { name: 'Overview song' })
    await expect(row).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill('2001-01-01')
    await expect(row).toHaveCount(0)
    await expect(page).toHaveURL(/to=2001-01-01/)
  },
)

test(
  'renames, merges and deletes tags, and adds an author for a post',
  { tag: '@deep' },
  async ({ shared: { page }, api }) => {
    const { api: admin } = await api.logIn()
    const text = { title: 'Tagged', slug: 'tagged', content: '<p>Text.</p>', status: 'draft' } as const
    const { id } = await admin.blog.create({
      body: { ...text, tags: ['Desktop song', 'Desktop songs', 'Desktop old'] },
    })
    const tagsOf = async () => (await admin.blog.read({ params: { id } })).tags.map(({ name }) => name)
    await page.goto(addressOf(page, '/admin/blog/topics'))
    const tags = page.getByRole('region', { name: 'Tags' })
    const dialog = page.getByRole('dialog')
    await tags.getByRole('button', { name: 'Rename Desktop old', exact: true }).click()
    await dialog.getByLabel('New name').fill('Desktop older')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog).toHaveCount(0)
    await tags.getByRole('button', { name: 'Merge Desktop song', exact: true }).click()
    await dialog.getByLabel('Into').selectOption('Desktop songs')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect(dialog).toHaveCount(0)
    await tags.getByRole('button', { name: 'Delete Desktop older' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(tagsOf).toEqual(['Desktop songs'])
    await expect(tags.getByRole('listitem')).toHaveText([/^Desktop songs1 post/])

    await page.getByRole('button', { name: 'Add author' }).click()
    await dialog.getByLabel('Name').fill('Desktop author')
    await page.keyboard.press('Enter')
    const authors = page.getByRole('region', { name: 'Authors' })
    await expect(authors).toContainText('Desktop author0 posts')
    const editor = new PostEditorScreen(page)
    await page.goto(addressOf(page, `/admin/blog/editor?id=${id}`))
    await page.getByLabel('Author').selectOption('Desktop author')
    await editor.save.click()
    const authorOf = async () => (await admin.blog.read({ params: { id } })).author.firstName
    await expect.poll(authorOf).toBe('Desktop author')
    await expect(new BlogListScreen(page).heading).toBeVisible()
  },
)

test(
  'publishes the privacy text, and shows an email with its text before it is saved',
  { tag: '@deep' },
  async ({ shared: { page }, api }) => {
    await page.goto(addressOf(page, '/admin/settings/legal/privacy'))
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('## Who we are\n\nRun by {tradingName} from the desktop.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('region', { name: 'Versions' }).getByRole('listitem').first()).toContainText(
      'Version 2 (current)',
    )
    expect(await (await fetch(`${api.url}/privacy`)).text()).toContain('from the desktop.')

    await page.getByRole('link', { name: 'Email', exact: true }).click()
    const links = page.getByRole('region', { name: 'Email with links' })
    await links.getByLabel('Opening').fill('Hello {firstName}, from the desktop.')
    await links.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview: Email with links' })
    await expect(preview.frameLocator('iframe').getByText('Hello Sam, from the desktop.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
  },
)
