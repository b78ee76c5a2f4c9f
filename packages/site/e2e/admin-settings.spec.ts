import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { pressChord } from './press-chord.ts'
import { CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi, customer, placeOrderWithKey, placeTestOrder } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'

// Changes what every page shows.
test.use({ isOwnShop: true, shopOptions: { env: { DELIVERY_HOURS: '24' } } })

test('changes the business, keeps what was typed when someone else saves first, and asks before leaving', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/412 .*\/settings\/business/)
  const api = await adminApi(shop.url)
  await new LoginScreen(page).logInByApi()
  await page.goto('/admin/dashboard')
  await expect(new DashboardScreen(page).heading).toBeVisible()
  await pressChord(page, 'g', 's')
  await expect(page.getByRole('heading', { level: 1, name: 'Business settings' })).toBeFocused()
  const reply = page.getByLabel('Reply promise')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const delivery = page.getByLabel('Delivery promise')
  await expect(delivery).toHaveValue('24')
  await expect(delivery).not.toBeEditable()
  await expect(delivery).toHaveAccessibleDescription('Set by the environment variable DELIVERY_HOURS')

  await reply.fill('')
  await save.click()
  await expect(reply).toHaveAccessibleDescription('Enter a whole number from 1 to 720')
  await expect(reply).toBeFocused()
  await expectAccessible(page, 'the settings with an error')

  await reply.fill('24')
  const { business } = await api.settings.read()
  await api.settings.business({
    body: { version: 0, values: { ...business.values, tradingAddress: '2 New Street, London' } },
  })
  await page.keyboard.press('Control+s')
  const form = page.getByRole('form', { name: 'Business settings' })
  await expect(form.getByRole('alert')).toContainText('Changed: Address. What you typed is still here')
  await expect(page.getByLabel('Address')).toHaveValue('2 New Street, London')
  await expect(reply).toHaveValue('24')

  await page.getByRole('link', { name: 'Time zone' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Keep' }).click()
  // An open dialog keeps the keys from the screen.
  await expect(leaving).toBeHidden()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByText('Last changed by admin')).toBeVisible()

  await page.getByRole('link', { name: 'Time zone' }).click()
  await page.getByRole('link', { name: 'Business' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Business settings'])

  const terms = await page.request.get('/terms')
  expect(await terms.text()).toContain('We reply within 24 hours on working days.')
  expect(await terms.text()).toContain('2 New Street, London')
})

test('edits the FAQ and publishes the terms, which visitors see at once', async ({ page, shop }) => {
  const api = await adminApi(shop.url)
  const earlier = { ...customer('before-new-terms'), fileName: 'song.wav', fileText: 'A song', isPaid: false }
  const { key } = await placeOrderWithKey(shop.url, earlier)
  await new LoginScreen(page).logInByApi()
  await page.goto('/admin/settings/shop')
  const faq = page.getByRole('region', { name: 'FAQ' })
  await faq.getByRole('button', { name: 'Move question 2 up' }).press('Enter')
  await expect(faq.getByRole('button', { name: 'Move question 1 down' })).toBeFocused()
  await faq.getByRole('button', { name: 'Question 1: What is a fingerprint?' }).click()
  const first = faq.getByRole('group', { name: 'Question 1', exact: true })
  await expect(first.getByLabel('Question', { exact: true })).toHaveValue('What is a fingerprint?')
  await first.getByLabel('Answer').fill('A {code} of your file.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(first.getByLabel('Answer')).toHaveAccessibleDescription(/^{code} is not a placeholder/)
  await expect(first.getByLabel('Answer')).toBeFocused()
  await expectAccessible(page, 'the texts of the shop with an error')
  await first.getByLabel('Answer').fill('A code of your file, made by {shopName}.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.getByRole('link', { name: 'Legal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Legal settings' })).toBeFocused()
  const terms = page.getByRole('textbox', { name: 'Text' })
  const publish = page.getByRole('button', { name: 'Publish' })
  await page.setViewportSize({ width: 390, height: 844 })
  await terms.fill(`## Who we are\n\n${'A line of {nobody}.\n\n'.repeat(30)}`)
  await publish.click()
  await expect(terms).toBeFocused()
  const problem = page.getByText('{nobody} is not a placeholder')
  // In view, and not under the bar with the button.
  await expect(problem).toBeInViewport({ ratio: 1 })
  const [message, button] = [await problem.boundingBox(), await publish.boundingBox()]
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await terms.fill('## Who we are\n\nRun by **{tradingName}**.')
  await publish.click()
  const ask = page.getByRole('dialog', { name: 'Publish version 2?' })
  await ask.getByRole('button', { name: 'Publish' }).click()
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByRole('listitem')).toContainText(['Version 2 (current)', 'Version 1'])
  await expectAccessible(page, 'the legal texts')
  const { tradingName } = (await api.settings.read()).business.values

  await page.goto('/terms')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('Who we are')
  await expect(page.getByRole('main')).toContainText(`Run by ${tradingName}.`)
  // The order that was placed before keeps its terms.
  await page.goto(`/order/${key}`)
  await page.getByRole('link', { name: 'these terms' }).click()
  await expect(page).toHaveURL(/\/terms\/[0-9a-f]{16}$/)
  await expect(page.getByRole('main')).toContainText('Under the Berne Convention')
  await expectAccessible(page, 'the accepted terms')
  await page.getByRole('link', { name: 'the current terms' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Who we are'])
  // In the browser, from another page.
  await page.getByRole('link', { name: 'How it works' }).click()
  await page.getByText('What is a fingerprint?').click()
  await expect(page.getByText('A code of your file, made by Priormark.')).toBeVisible()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Who is responsible' })).toBeVisible()
})

test('shows an email with other texts before they are saved', { tag: '@deep' }, async ({ page }) => {
  await new LoginScreen(page).logInByApi()
  await page.goto('/admin/settings/email')
  const links = page.getByRole('region', { name: 'Email with links' })
  await links.getByLabel('Opening').fill('Hello {firstName}, here you are.')
  await links.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview: Email with links' })
  await expect(preview).toContainText('Subject: The links to your works')
  await expect(preview.frameLocator('iframe').getByText('Hello Sam, here you are.')).toBeVisible()
  await preview.getByRole('tab', { name: 'Plain text' }).click()
  await expect(preview.getByRole('textbox')).toHaveValue(/Hello Sam, here you are\./)
  await expectAccessible(page, 'the preview of an email')
  await page.keyboard.press('Escape')
  await links.getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expectAccessible(page, 'the email settings')
})

test('applies a new price to the landing page and new orders only', async ({
  page,
  newVisitor,
  shop,
}, testInfo) => {
  const before = await placeTestOrder(shop.url, 'Early Work', { isPaid: false })
  const work = await textWork(testInfo, 'late.txt', 'ordered after the change')
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await expect(dashboard.price).toHaveValue('8.97')
  for (const wrong of ['0', '-3', '']) {
    await dashboard.price.fill(wrong)
    await dashboard.updatePrice.click()
    // Hovering keeps the toast open.
    await dashboard.toast.urgent.getByText('Invalid price').hover()
    await expect(dashboard.toast.urgent).toHaveText(
      toastText('Invalid price', 'Please enter a valid price greater than zero'),
    )
    await dashboard.toast.dismiss.click()
  }
  await dashboard.price.fill('12.50')
  await dashboard.updatePrice.click()
  await expect(dashboard.toast.polite).toContainText('Price updated')

  const visitor = await newVisitor()
  const landing = new LandingScreen(visitor)
  const checkout = new CheckoutScreen(visitor)
  await landing.open()
  await expect(visitor.getByRole('main')).toContainText('$12.50')
  await expect(visitor.getByText('$8.97')).toHaveCount(0)
  await landing.orderWith(work.path, {
    firstName: 'Late',
    lastName: 'Comer',
    email: 'late@example.org',
    projectName: 'Late Work',
    projectDescription: 'Ordered after the change.',
  })
  await expect(checkout.summary).toContainText('$12.50')
  await expect(checkout.pay).toHaveText('Pay $12.50')
  await checkout.open(before)
  await expect(checkout.pay).toHaveText('Pay $8.97')
})
