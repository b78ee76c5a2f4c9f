import { expectAccessible, expectReadable } from './axe-scan.ts'
import { placeOrder } from '../testing/shop-api.ts'
import { expect, test } from './fixtures.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { CommandPalette } from '../testing/screens/palette.screen.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { SuccessScreen } from '../testing/screens/success.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'
import { textWork } from './work-files.ts'

const widths = [390, 1280] as const

const otherScreens = [
  ['/admin/forgot-password', 'Forgot your password?'],
  ['/admin/nowhere', '404 Page Not Found'],
  ['/admin/audit', 'Audit log'],
  ['/admin/health', 'Health'],
  ['/admin/health/backups', 'Backups'],
  ['/admin/people', 'People'],
  ['/admin/blog/topics', 'Categories, tags and authors'],
  ['/admin/settings', 'Business settings'],
  ['/admin/settings/shop', 'Shop settings'],
  ['/admin/settings/legal', 'Legal settings'],
  ['/admin/settings/email', 'Email settings'],
  ['/admin/settings/data', 'Data settings'],
  ['/admin/settings/time-zone', 'Time zone settings'],
  ['/admin/blog', 'Blog Posts'],
] as const

test('axe reports an image without a name, and a button without one in a frame', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('main').evaluate((main) => {
    main.insertAdjacentHTML(
      'beforeend',
      '<img src="/icon.svg"><iframe title="Form" srcdoc="<button></button>"></iframe>',
    )
  })
  const scan = expectAccessible(page, 'a page with an image and a button without a name')
  await expect(scan).rejects.toThrow(/button-name[^]*image-alt/)
})

for (const width of widths) {
  // Every page at the narrow width; a deep run has both.
  const tag = width === 390 ? [] : ['@deep']
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test(
      'has no accessibility violations during a purchase',
      { tag },
      async ({ page, browserErrors }, testInfo) => {
        browserErrors.allow(/402 .*\/confirm\)$/)
        const work = await textWork(testInfo, 'accessible.txt', 'read aloud')
        const landing = new LandingScreen(page)
        const checkout = new CheckoutScreen(page)
        await landing.open()
        await expectReadable(page, 'the landing page')
        await page.getByText('What exactly do I get?').click()
        await landing.upload(work.path)
        await expect(landing.toast.polite).toContainText('File uploaded')
        await landing.submit.click()
        await expect(landing.firstName).toHaveAttribute('aria-invalid', 'true')
        await expectReadable(page, 'the form with an error at each field, an open question and a toast')

        await landing.fillForm({
          firstName: 'Ada',
          lastName: 'Reader',
          email: 'ada@example.org',
          projectName: 'Read Aloud',
          projectDescription: 'A work to listen to.',
        })
        await landing.submit.click()
        await expect(checkout.pay).toBeEnabled()
        await expectReadable(page, 'the checkout')
        await checkout.payWith(cards.declined)
        await expect(checkout.failure).toContainText('Payment Failed')
        await checkout.edit.click()
        await checkout.email.fill('ada')
        await checkout.save.click()
        await expect(checkout.email).toHaveAttribute('aria-invalid', 'true')
        await checkout.cardNumber.fill('4242')
        await checkout.pay.click()
        await expect(checkout.cardNumber).toHaveAttribute('aria-invalid', 'true')
        await expectReadable(page, 'the checkout with a wrong card and the order being edited')

        await checkout.payWith(cards.requiresAuthentication)
        await expect(checkout.completeAuthentication).toBeVisible()
        await expectAccessible(page, 'the bank’s page for test payments')
        await checkout.completeAuthentication.click()
        await expect(new SuccessScreen(page).seal(work.name)).toBeVisible()
        await expectReadable(page, 'the success page')
      },
    )

    test('has no accessibility violations on the static pages', { tag }, async ({ page, browserErrors }) => {
      browserErrors.allow(/404 .*\/nowhere/)
      for (const path of ['/terms', '/verify', '/my-works', '/blog', '/nowhere', '/offline.html']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectReadable(page, path)
      }
    })

    for (const colorScheme of ['light', 'dark'] as const) {
      test.describe(`in ${colorScheme}`, () => {
        test.use({ colorScheme })
        // A deep run has every pair.
        const tag = width === 390 && colorScheme === 'dark' ? [] : ['@deep']

        test(
          'has no accessibility violations in the admin',
          { tag },
          async ({ page, shop, browserErrors }) => {
            browserErrors.allow(/401 .*\/direct\/login/)
            const name = `Accessible ${width} ${colorScheme}`
            const work = {
              firstName: 'Ada',
              lastName: 'Reader',
              email: 'ada@example.org',
              projectDescription: 'A work to listen to.',
              fileName: 'accessible.txt',
              fileText: 'read aloud',
            }
            const paid = await placeOrder(shop.url, { ...work, projectName: `${name} paid`, isPaid: true })
            const open = await placeOrder(shop.url, { ...work, projectName: `${name} open`, isPaid: false })

            const login = new LoginScreen(page)
            await login.open()
            await login.submit.click()
            await expect(login.username).toHaveAttribute('aria-invalid', 'true')
            await expectAccessible(page, 'the login with two missing fields')
            await login.submitWith('nobody', 'nothing')
            await expect(login.toast.urgent).toContainText('Login failed')
            await expectAccessible(page, 'the login with its toast')
            await login.submitWith(administrator.username, administrator.password)

            const dashboard = new DashboardScreen(page)
            await expect(dashboard.actionsOf(`${name} paid`)).toBeVisible()
            await expectAccessible(page, 'the dashboard')
            await dashboard.price.fill('0')
            await dashboard.updatePrice.click()
            await expect(dashboard.toast.urgent).toContainText('Invalid price')
            await expectAccessible(page, 'an invalid price')
            await dashboard.actionsOf(`${name} paid`).click()
            await expect(dashboard.menu).toBeVisible()
            await expectAccessible(page, 'an order’s menu')
            await dashboard.action('Add Blockchain Link').click()
            await dashboard.link.fill('nonsense')
            await dashboard.saveLink.click()
            await expect(dashboard.link).toHaveAttribute('aria-invalid', 'true')
            await expectAccessible(page, 'the link dialog with its error')
            await dashboard.cancelLink.click()
            await expect(dashboard.linkDialog).toBeHidden()
            await page.getByRole('checkbox', { name: `Select ${name} paid` }).check()
            await expectAccessible(page, 'a selected order')
            await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
            await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
            await expectAccessible(page, 'the list of keyboard shortcuts')
            await page.keyboard.press('Escape')
            await dashboard.search.fill('nothing like this')
            await expect(dashboard.noOrders).toBeVisible()
            await expectAccessible(page, 'an empty list')

            const order = new OrderScreen(page)
            await order.open(paid)
            for (const tab of ['Customer Details', 'Project Details', 'Order Progress']) {
              await order.tab(tab).click()
              await expect(order.event('Order created')).toBeVisible()
              await expectAccessible(page, `the order’s ${tab}`)
            }
            await order.addNote.click()
            await expect(order.note).toHaveAttribute('aria-invalid', 'true')
            await expectAccessible(page, 'an empty note')
            await order.open(open)
            await order.tab('Order Progress').click()
            await order.markPaid.click()
            await expect(page.getByRole('dialog')).toBeVisible()
            await expectAccessible(page, 'the dialog that marks an order as paid')
          },
        )

        test(
          'has no accessibility violations on the other screens of the admin',
          { tag: '@deep' },
          async ({ page }) => {
            await new LoginScreen(page).logInByApi()
            for (const [path, heading] of otherScreens) {
              await page.goto(path)
              await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
              await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
              await expectAccessible(page, path)
            }
            const palette = new CommandPalette(page)
            await palette.open()
            await expectAccessible(page, 'the command palette')
          },
        )
      })
    }
  })
}
