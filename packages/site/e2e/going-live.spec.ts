import { chainId, senderKey, startTestChain } from '@priormark/api/testing/evm-chain'
import { startMailServer, type MailServerRules } from '@priormark/api/testing/mail-server'
import { linkPaths } from '@priormark/core/staff/people/link-paths'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { CheckoutScreen, cards } from '../testing/screens/checkout.screen.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { textWork } from './work-files.ts'

// `npm start` in production in an empty folder: no keys, no mail server, no chain, no trader.
test.use({
  shopOptions: async ({ stripe }, provide) => {
    const { env, ...options } = stripe.shopOptions
    const unset = {
      STRIPE_SECRET_KEY: '',
      STRIPE_PUBLISHABLE_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      TRADING_NAME: '',
      TRADING_ADDRESS: '',
      SUPPORT_EMAIL: '',
    }
    await provide({
      ...options,
      env: { ...env, ...unset, BATCH_SECONDS: '1' },
      program: ['start.js'],
      isNew: true,
    })
  },
})

test('works through the list “Before you open” without a shell, sells a work and sends its record to the chain', async ({
  page,
  newVisitor,
  stripe,
  shop,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/400 .*\/settings\/payments/)
  const rules: MailServerRules = { login: { user: 'shop', password: 'a password' } }
  const mailServer = await startMailServer(rules)
  const chain = await startTestChain()
  stripe.setAddress(shop.url)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const saved = page.getByText('Settings saved')
  const list = page.getByRole('list', { name: 'Before you open' })
  const line = (title: string) =>
    list.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  const openList = async (doneCount: number) => {
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('heading', { name: `Before you open: ${doneCount} of 9 done` })).toBeVisible()
  }
  const follow = async (title: string, place: string) => {
    await expect(line(title)).toContainText('To do')
    await line(title).getByRole('link', { name: place }).click()
  }
  try {
    const [, password = ''] = /Password {2}(\S+)/.exec(shop.output()) ?? []
    const login = new LoginScreen(page)
    await login.open()
    await login.username.fill('admin')
    await login.password.fill(password)
    await login.submit.click()
    await page.getByLabel('New email address').fill('owner@example.org')
    await page.getByLabel('Your password').fill(password)
    await expect(page.getByText('There is no mail server yet')).toBeVisible()
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Address saved')).toBeVisible()

    await openList(1)
    await follow('Payments', 'Payment settings')
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

    await openList(1)
    await expect(line('Payments')).toContainText('Stripe’s test keys are set: no card is charged.')
    await follow('Emails', 'Mail server')
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port', { exact: true }).fill(String(mailServer.port))
    await page.getByLabel('Encryption', { exact: true }).selectOption('STARTTLS if the server offers it')
    await page.getByLabel('User name', { exact: true }).fill('shop')
    await page.getByLabel('Password', { exact: true }).fill('a password')
    await page.getByRole('button', { name: 'Send a test email to me' }).click()
    await expect(page.getByText('The mail server accepted a test for owner@example.org')).toBeVisible()
    await save.click()
    await expect(page.getByText('Sent by 127.0.0.1')).toBeVisible()

    await openList(2)
    await follow('Email address of the owner', 'Your account')
    rules.refuseRecipient = { code: 550, message: 'No such mailbox' }
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('The link to owner@example.org was not delivered')).toBeVisible({
        timeout: 10_000,
      })
    }).toPass()
    delete rules.refuseRecipient
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(
      page.getByText(/We sent a link to owner@example\.org\. Open it by .+ to confirm/),
    ).toBeVisible()
    const linkPattern = new RegExp(`${linkPaths.email}#[\\w-]+`)
    const findLink = () =>
      mailServer.received.flatMap(({ mail }) => linkPattern.exec(mail.text ?? '')?.[0] ?? [])[0]
    await expect.poll(findLink).toBeDefined()
    await page.goto(findLink() ?? '')
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(page.getByText('owner@example.org is confirmed.')).toBeVisible()

    await openList(3)
    // Done, by hand, until a chain is chosen.
    await line('Where works are recorded').getByRole('link', { name: 'Recording settings' }).click()
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

    await openList(2)
    await expect(line('Where works are recorded')).toContainText('Only on a test chain')
    await follow('Trader and support address', 'Business settings')
    await expect(page.getByLabel('Trading name')).toBeFocused()
    await page.getByLabel('Trading name').fill('A. Trader')
    await page.getByLabel('Address', { exact: true }).fill('2 New Street, London')
    await page.getByLabel('Support email').fill('help@example.org')
    await save.click()
    await expect(saved).toBeVisible()

    await openList(3)
    await follow('Reviews', 'Shop settings')
    const reviews = page.getByRole('region', { name: 'Reviews' })
    for (const name of ['Maya Okafor', 'Tom Lindqvist', 'Priya Nair']) {
      await reviews.getByRole('button', { name }).click()
      await reviews.getByRole('button', { name: 'Remove review 1' }).click()
    }
    await save.click()
    await expect(saved).toBeVisible()

    await openList(4)
    await follow('Backups', 'Backups')
    await page.getByLabel('How often').selectOption('Daily')
    await save.click()
    await expect(saved).toBeVisible()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(page.getByText(/^Complete\. Started .* by admin\.$/)).toBeVisible()

    await openList(5)
    await expect(line('Terms and privacy read').getByRole('link')).toHaveText([
      'Terms',
      'Privacy',
      'Change them',
    ])
    const opened = page.waitForEvent('popup')
    await line('Terms and privacy read').getByRole('link', { name: 'Terms' }).click()
    await expect((await opened).getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
    await line('Terms and privacy read').getByRole('button', { name: 'I have read both' }).click()
    await expect(page.getByRole('heading', { name: 'Before you open: 6 of 9 done' })).toBeVisible()
    // The keys and the chain are those of a test, and the address needs a proxy.
    await expect(list.getByRole('listitem').filter({ hasText: 'To do' })).toContainText([
      'Payments',
      'Where works are recorded',
      'Address with https',
    ])
    await expectAccessible(page, 'the list before the opening')

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
    await page.goto('/admin/dashboard')
    await expect(new DashboardScreen(page).row('First Work')).toContainText('Paid')
    await expect(page.getByRole('heading', { name: 'Before you open: 6 of 9 done' })).toBeVisible()
    await expect(list, 'folded once someone has ordered').toBeHidden()
    await expect.poll(() => chain.waiting()).toEqual([0])
  } finally {
    await chain.anvil.stop()
    await mailServer.stop()
  }
})
