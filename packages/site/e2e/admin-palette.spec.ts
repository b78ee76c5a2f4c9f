import { expectAccessible } from './axe-scan.ts'
import { createPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { CommandPalette } from '../testing/screens/palette.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { adminApi, placeOrder, placeTestOrder } from '../testing/shop-api.ts'

test('goes to screens, orders and posts, and runs actions from the command palette', async ({
  page,
  shop,
  browserErrors,
}) => {
  // After the logout.
  browserErrors.allow(/401 /)
  await placeOrder(shop.url, {
    firstName: 'Paula',
    lastName: 'Etter',
    email: 'paula@example.org',
    projectName: 'Palette Sonata',
    projectDescription: 'Three movements.',
    fileName: 'sonata.txt',
    fileText: 'Allegro.',
    isPaid: false,
  })
  const api = await adminApi(shop.url)
  const text = { title: 'Palette notes', slug: 'palette-notes', content: '<p>Text.</p>' }
  const post = await api.blog.create({ body: { ...text, status: 'draft' } })
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await expect(dashboard.heading).toBeVisible()
  const { keyboard } = page
  const palette = new CommandPalette(page)
  const { field, options, chosen } = palette

  await palette.open()
  await expect(chosen).toHaveText('New Post')
  await keyboard.press('ArrowUp')
  await expect(chosen).toHaveText('Go to your account')
  expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
  await expectAccessible(page, 'the command palette')
  await keyboard.press('Control+k')

  await palette.open()
  await keyboard.type('palette sonata')
  const actions = ['Add a note', 'Download File', 'Export customer data']
  await expect(options).toHaveText(['Palette SonataPaula Etter, $8.97, Pending', ...actions])
  await expectAccessible(page, 'the only order that was found, with its actions')
  await keyboard.press('Enter')
  await expect(new OrderScreen(page).heading('Palette Sonata')).toBeFocused()

  await palette.open()
  await keyboard.type('internal')
  await expect(options).toHaveText('Add a note')
  await keyboard.press('Enter')
  await expect(new OrderScreen(page).note).toBeFocused()

  await placeTestOrder(shop.url, 'Nocturne by keys')
  await palette.open()
  await keyboard.type('nocturne by keys')
  await expect(chosen).toContainText('Priya Raman')
  await keyboard.press('ArrowDown')
  await expect(chosen).toHaveText('Refund')
  await keyboard.press('Enter')
  await expect(new OrderScreen(page).question('Refund this order?')).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await palette.open()
  await keyboard.type('faq')
  await expect(options).toHaveText('Go to the shop settings')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Shop settings' })).toBeFocused()

  await page.getByRole('button', { name: 'Command palette' }).click()
  await expect(field).toBeFocused()
  await keyboard.type('palette')
  await expect(options).toHaveText([/^Palette Sonata/, ...actions, /^Palette notesDraft$/])
  await options.last().click()
  await expect(page).toHaveURL(`/admin/blog/editor?id=${post.id}`)

  await palette.open()
  await keyboard.type('nothing like it')
  await expect(palette.status).toHaveText('Nothing found for “nothing like it”.')
  await field.fill('log out')
  await expect(options).toHaveText('Log out')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/login')
})

test(
  'takes what is typed before the command palette has loaded, and runs no shortcut',
  { tag: '@deep' },
  async ({ page, context }) => {
    await new LoginScreen(page).logInByApi()
    const script = await holdRequests(context, /CommandPalette[^/]*\.js/)
    await page.goto('/admin/audit')
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
    const { keyboard } = page
    await keyboard.press('Control+k')
    await keyboard.type('goo to time')
    await keyboard.press('Enter')
    for (let time = 0; time < ' to time'.length + 1; time += 1) await keyboard.press('Backspace')
    await keyboard.type(' to time')
    script.release()
    const { field, options } = new CommandPalette(page)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('go to time')
    await expect(page).toHaveURL('/admin/audit')
    await keyboard.type(' zone')
    await expect(options).toHaveText('Go to the time zone')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Time zone settings' })).toBeFocused()

    await keyboard.press('Control+k')
    await expect(field).toHaveValue('')
  },
)

test('starts a new post from an open one, which stays as it is', async ({ page, shop }) => {
  await new LoginScreen(page).logInByApi()
  const id = await createPost(shop.url, { title: 'Stays', slug: 'stays' })
  const editor = new PostEditorScreen(page)
  await editor.open(id)
  await expect(editor.title).toHaveValue('Stays')
  const palette = new CommandPalette(page)
  await palette.open()
  await expect(palette.options.filter({ hasText: 'New Post' })).toBeVisible()
  await palette.options.filter({ hasText: 'New Post' }).click()
  await expect(editor.heading).toHaveText('Create New Post')
  await expect(editor.title).toHaveValue('')
  await editor.title.fill('Another')
  await editor.content.click()
  await page.keyboard.type('Another text')
  await expect(page).toHaveURL(/\/editor\?id=/)
  const api = await adminApi(shop.url)
  expect(await api.blog.read({ params: { id } })).toMatchObject({ title: 'Stays', content: '<p>Text</p>' })
})
