import { chainId, senderKey } from '@priormark/api/testing/evm-chain'
import { startMailServer } from '@priormark/api/testing/mail-server'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { CheckoutScreen, cards } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { textWork } from './work-files.ts'

// A shop in production that is not set up: no keys, no mail server, no chain.
test.use({
  shopOptions: async ({ stripe }, provide) => {
    const { env, ...options } = stripe.shopOptions
    const unset = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' }
    await provide({ ...options, env: { ...env, ...unset } })
  },
})

test('goes live without a shell, sells a work and records it', async ({
  page,
  newVisitor,
  shop,
  stripe,
  chain,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/400 .*\/settings\/payments/)
  const mailServer = await startMailServer({ login: { user: 'shop', password: 'a password' } })
  stripe.setAddress(shop.url)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const saved = page.getByText('Settings saved')
  const open = (name: string) =>
    page.getByRole('region', { name, exact: true }).getByRole('link').first().click()
  try {
    await new LoginScreen(page).logInByApi()
    await page.goto('/admin/settings/services')

    await open('Payments')
    await page.getByLabel('Secret key', { exact: true }).fill('sk_test_wrong')
    await page.getByLabel('Publishable key', { exact: true }).fill(stripe.keys.publishableKey)
    await save.click()
    await expect(page.getByLabel('Secret key', { exact: true })).toHaveAccessibleDescription(
      'Stripe does not accept this key',
    )
    await page.getByLabel('Secret key', { exact: true }).fill(stripe.keys.secretKey)
    await page.getByRole('button', { name: 'Test the keys' }).click()
    await expect(page.getByText('The account is Test account')).toBeVisible()
    await save.click()
    await expect(saved).toBeVisible()
    await expect(page.getByText('Stripe, test mode')).toBeVisible()
    await expect(page.getByLabel('Secret key', { exact: true })).toHaveAccessibleDescription(
      /^Set, ends in …/,
    )
    await expect(page.getByLabel('Secret key', { exact: true })).toHaveValue('')
    await expectAccessible(page, 'the payment service')

    await open('Emails')
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port', { exact: true }).fill(String(mailServer.port))
    await page.getByLabel('Encryption', { exact: true }).selectOption('STARTTLS if the server offers it')
    await page.getByLabel('User name', { exact: true }).fill('shop')
    await page.getByLabel('Password', { exact: true }).fill('a password')
    await save.click()
    await expect(page.getByText('Sent by 127.0.0.1')).toBeVisible()

    await open('Recording')
    await page.getByLabel('On an EVM chain, such as Ethereum').check()
    await page.getByLabel('Chain id', { exact: true }).fill(String(chainId))
    await page.getByLabel('Name of the chain', { exact: true }).fill('Testchain')
    await page.getByLabel('Page of a transaction', { exact: true }).fill('https://explorer.example/tx/{hash}')
    await page.getByLabel('Nodes', { exact: true }).fill(chain.url)
    await page.getByLabel('Private key', { exact: true }).fill(senderKey)
    await page.getByRole('button', { name: 'Test the recording' }).click()
    await expect(page.getByText(`Testchain, chain ${chainId}, is at block`)).toBeVisible()
    await save.click()
    await expect(page.getByText('Last changed by admin')).toBeVisible()
    await expectAccessible(page, 'where works are recorded')

    const visitor = await newVisitor()
    await stripe.mockHosts(visitor)
    const landing = new LandingScreen(visitor)
    const work = await textWork(testInfo, 'first.txt', 'The first work that this shop sells.')
    await landing.open()
    await landing.orderWith(work.path, {
      firstName: 'Louise',
      lastName: 'Bertrand',
      email: 'first@example.org',
      projectName: 'First Work',
      projectDescription: 'Sold on the first day.',
    })
    await new CheckoutScreen(visitor).payWith(cards.succeeds)
    await expect(visitor).toHaveURL('/success')
    await expect
      .poll(() => mailServer.received.flatMap(({ recipients }) => recipients))
      .toContain('first@example.org')
  } finally {
    await mailServer.stop()
  }
})
