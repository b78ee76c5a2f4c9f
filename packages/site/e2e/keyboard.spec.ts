import { readFile } from 'node:fs/promises'
import { findOrders, placeOrder } from '../testing/shop-api.ts'
import { expect, test } from './fixtures.ts'
import { openFileChooser } from './open-file-chooser.ts'
import { CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { SuccessScreen } from '../testing/screens/success.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'
import { textWork } from './work-files.ts'
import { pressChord } from './press-chord.ts'
import { tabDownload } from './tab-download.ts'
import { tabTo } from './tab-to.ts'

// Moves through the list of all orders, and has animations, unlike the other files.
test.use({ isOwnShop: true, contextOptions: { reducedMotion: 'no-preference' } })

test('completes a purchase by keyboard', async ({ page, shop }, testInfo) => {
  const work = await textWork(testInfo, 'keys.txt', 'typed all the way')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  const { keyboard } = page
  await landing.open()
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, landing.browse)
  const chooser = await openFileChooser(landing.browse)
  await chooser.setFiles(work.path)
  await landing.seal.waitFor()

  await tabTo(page, landing.firstName)
  await keyboard.type('Keira')
  await keyboard.press('Tab')
  await keyboard.type('Board')
  await keyboard.press('Tab')
  await keyboard.type('keys@example.org')
  await keyboard.press('Tab')
  await keyboard.type('All Keys')
  await keyboard.press('Tab')
  await keyboard.type('A work written without a mouse.')
  await keyboard.press('Tab')
  await expect(landing.terms).toBeFocused()
  await keyboard.press('Space')
  await tabTo(page, landing.submit)
  await keyboard.press('Enter')

  await expect(page).toHaveURL(/\/checkout/)
  await expect(page.getByRole('main')).toBeFocused()
  // The card's frame accepts input by then.
  await expect(checkout.pay).toBeEnabled()
  await tabTo(page, checkout.cardNumber)
  // A complete field moves the focus to the next one.
  await keyboard.type('4242424242424242')
  await expect(checkout.expirationDate).toBeFocused()
  await keyboard.type('1234')
  await expect(checkout.securityCode).toBeFocused()
  await keyboard.type('123')
  await tabTo(page, checkout.recordNow)
  await keyboard.press('Space')
  await tabTo(page, checkout.pay)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/success')
  await expect(page.getByRole('main')).toBeFocused()
  expect(await findOrders(shop.url, 'keys@example.org')).toMatchObject([{ status: 'paid' }])
  await tabTo(page, new SuccessScreen(page).home)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

test('logs in and fulfills an order by keyboard', { tag: '@deep' }, async ({ page, shop }) => {
  const id = await placeOrder(shop.url, {
    firstName: 'Sanna',
    lastName: 'Lindqvist',
    email: 'sanna@example.org',
    projectName: 'Snow Grammar',
    projectDescription: 'Twelve lessons of Swedish through weather.',
    fileName: 'snow.md',
    fileText: 'Det snöar.',
    isPaid: true,
  })
  const login = new LoginScreen(page)
  const dashboard = new DashboardScreen(page)
  const order = new OrderScreen(page)
  const { keyboard } = page
  await login.open()
  await expect(login.username).toBeFocused()
  await keyboard.type(administrator.username)
  await keyboard.press('Tab')
  await keyboard.type(administrator.password)
  await keyboard.press('Enter')
  await expect(dashboard.heading).toBeFocused()

  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await keyboard.press('/')
  await expect(dashboard.search).toBeFocused()
  await keyboard.type('snow')
  await expect(page).toHaveURL(/search=snow/)
  await dashboard.row('Snow Grammar').waitFor()
  await keyboard.press('Enter')
  await expect(order.heading('Snow Grammar')).toBeFocused()

  await tabTo(page, order.download)
  const downloading = tabDownload(page)
  await keyboard.press('Enter')
  const download = await downloading
  expect(await readFile(await download.path(), 'utf8')).toBe('Det snöar.')
  await tabTo(page, order.tab('Order Progress'))
  await keyboard.press('ArrowLeft')
  await expect(order.tab('Project Details')).toBeFocused()
  await pressChord(page, 'g', 'o')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(dashboard.heading).toBeFocused()

  await dashboard.row('Snow Grammar').waitFor()
  // Down and up: with only one order, the focus stays.
  await keyboard.press('j')
  await keyboard.press('k')
  await expect(page.getByRole('link', { name: 'Snow Grammar' })).toBeFocused()
  await tabTo(page, dashboard.actionsOf('Snow Grammar'))
  await keyboard.press('Enter')
  await expect(dashboard.menu).toBeVisible()
  await expect(dashboard.action('View Details')).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(dashboard.action('Add Blockchain Link')).toBeFocused()
  await keyboard.press('Enter')
  await expect(dashboard.link).toBeFocused()
  await keyboard.press('Escape')
  await expect(dashboard.linkDialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Snow Grammar' })).toBeFocused()

  await keyboard.press('Enter')
  await expect(order.heading('Snow Grammar')).toBeFocused()
  await expect(order.tab('Order Progress')).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, order.link)
  await keyboard.type('https://example.org/tx/0x12')
  await keyboard.press('Enter')
  const question = order.question('Save the link and complete the order?')
  await tabTo(page, question.getByRole('button', { name: 'Save link' }))
  await keyboard.press('Enter')
  await expect(order.event('Blockchain link added')).toBeVisible()
  expect(await findOrders(shop.url, id)).toMatchObject([{ status: 'completed' }])
})

test('shows a typed line as recorded today, until it changes', async ({ page }) => {
  await page.goto('/')
  const line = page.getByLabel('Type a line of your own')
  const seeSealed = page.getByRole('button', { name: 'See it sealed' })
  await line.fill('A line of mine')
  await page.keyboard.press('Tab')
  await expect(seeSealed).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(seeSealed).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('VERIFIED', { exact: true })).toBeVisible()
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
  const [date = '', year = ''] = day.format().split(', ')
  await expect(page.getByRole('time').filter({ hasText: date })).toContainText(year)

  await line.fill('Another line')
  await expect(page.getByText('AT RISK', { exact: true })).toBeVisible()
  await expect(seeSealed).toHaveAttribute('aria-pressed', 'false')
})
