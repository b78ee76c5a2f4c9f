import { BlogListScreen } from '@priormark/site/testing/screens/blog-list.screen'
import { PeopleScreen } from '@priormark/site/testing/screens/people.screen'
import { PostEditorScreen } from '@priormark/site/testing/screens/post-editor.screen'
import { addressOf, choose, connect, expect, test } from './fixtures.ts'
import { postText } from './post-text.ts'

test(
  'changes a setting, invites a writer, and finds both in the audit log',
  { tag: '@deep' },
  async ({ launchLoggedIn, api }) => {
    const desktop = await launchLoggedIn()
    const { page } = desktop
    await choose(desktop, 'go /admin/settings')
    const reply = page.getByLabel('Reply promise')
    await reply.fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(reply).toHaveAccessibleDescription('Enter a whole number from 1 to 720')
    await reply.fill('36')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings saved')).toBeVisible()
    const terms = await fetch(`${api.url}/terms`)
    expect(await terms.text()).toContain('We reply within 36 hours')

    await choose(desktop, 'go /admin/people')
    const people = new PeopleScreen(page)
    await people.invite.click()
    await people.email.fill('writer@example.org')
    await people.role.selectOption('Blog writer')
    await people.sendInvitation.click()
    await expect(people.invitation('writer@example.org')).toContainText('Sent')

    await choose(desktop, 'go /admin/audit')
    const entries = page.getByRole('list', { name: 'Entries, newest first' })
    await expect(entries.getByRole('listitem').first()).toContainText('writer@example.org')
    await page.getByLabel('What').selectOption('Price and settings')
    await expect(entries.getByRole('listitem').first()).toContainText('changed the settings')
    await expect(entries).not.toContainText('writer@example.org')
  },
)

test(
  'asks for a link to choose a new password before the login',
  { tag: '@deep' },
  async ({ launch, server }) => {
    const desktop = await launch()
    const { page } = desktop
    await connect(desktop, server.url)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill('owner@example.org')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(
      page.getByText('If owner@example.org belongs to an account, we’ve sent a link'),
    ).toBeVisible()
    expect(server.responded).toContain('/api/admin/password-reset')
    await page.getByRole('link', { name: 'Back to the login' }).click()
    await expect(page.getByRole('heading', { name: 'Admin login' })).toBeVisible()
  },
)

test(
  'writes in focus mode, restores a revision, and shows how often a post was read',
  { tag: '@deep' },
  async ({ shared: { page }, api }) => {
    const { api: admin } = await api.logIn()
    const id = crypto.randomUUID()
    const post = { ...postText('Read on the desktop'), status: 'published' as const }
    await admin.blog.create({ body: { ...post, id } })
    const reader = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' } }
    expect((await fetch(`${api.url}/blog/${post.slug}`, reader)).status).toBe(200)

    await page.goto(addressOf(page, `/admin/blog/editor?id=${id}`))
    const editor = new PostEditorScreen(page)
    await editor.content.waitFor()
    await editor.button('Focus mode').click()
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden()
    await editor.setData('<p>Written undisturbed</p>')
    await page.keyboard.press('Control+s')
    await expect
      .poll(async () => (await admin.blog.read({ params: { id } })).content)
      .toContain('undisturbed')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()

    await editor.button('History').click()
    await editor.revisions.getByRole('button', { name: /Version 1/ }).click()
    await editor.revisions.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => editor.data()).toBe('<p>Read on the desktop</p>')
    await editor.save.click()
    const list = new BlogListScreen(page)
    await expect(list.row('Read on the desktop')).toBeVisible()
    expect((await admin.blog.read({ params: { id } })).content).toBe('<p>Read on the desktop</p>')

    // Each process of the server writes what it counted every few seconds.
    await expect.poll(async () => (await admin.blog.views({ params: { id } })).total).toBe(1)
    await page.reload()
    await expect(list.row('Read on the desktop').getByRole('cell').nth(3)).toHaveText('1')
    await list
      .row('Read on the desktop')
      .getByRole('link', { name: 'Read on the desktop', exact: true })
      .click()
    await expect(page.getByRole('region', { name: 'Views' })).toContainText(
      '1 view in the last 30 days, 1 in total',
    )
  },
)
