import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { tabDownload } from './tab-download.ts'
import { adminApi, findOrders, placeOrderWithKey } from '../testing/shop-api.ts'

test('shows what the customer sees, copies the secret link with an audit entry, and sends an email again', async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = 'seen@example.org'
  const { orderId, key } = await placeOrderWithKey(shop.url, {
    firstName: 'Priya',
    lastName: 'Raman',
    email,
    projectName: 'Seen Work',
    projectDescription: 'Six short pieces for solo cello.',
    fileName: 'seen.txt',
    fileText: 'The whole of Seen Work',
    isPaid: true,
  })
  const isSent = async () => (await findOrders(shop.url, orderId))[0]?.confirmationEmailSent
  await expect.poll(isSent).toBe(true)
  await new LoginScreen(page).logInByApi()
  const order = new OrderScreen(page)
  await order.open(orderId)
  await order.tab('Order Progress').click()
  const card = page.getByRole('region', { name: 'What the customer sees' })
  await expect(page.getByRole('list', { name: 'Confirmation email' })).toContainText('Sent')
  await expect(order.details.getByRole('button', { name: 'Send: Evidence email' })).toBeDisabled()
  await expectAccessible(page, 'what the customer sees')

  await card.getByRole('button', { name: 'Copy secret link' }).click()
  await expect(order.toast.polite).toHaveText(toastText('Secret link copied', 'Send it only to the customer'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.url}/order/${key}`)
  const tab = context.waitForEvent('page')
  await card.getByRole('button', { name: 'Open order page' }).click()
  await expect((await tab).getByRole('heading', { name: 'Seen Work' })).toBeVisible()
  const receipt = tabDownload(page)
  await card.getByRole('button', { name: 'Receipt' }).click()
  expect((await receipt).url()).toMatch(/\/receipt\.pdf$/)
  const accepted = context.waitForEvent('page')
  await card.getByRole('button', { name: 'Accepted terms' }).click()
  await expect(await accepted).toHaveURL(/\/terms\/[0-9a-f]{16}$/)
  const api = await adminApi(shop.url)
  const log = await api.audit.list({
    query: { search: orderId, actor: '', topic: '', from: '', to: '', page: 1, limit: 10 },
  })
  expect(log.entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['order.link_used', 'receipt'],
    ['order.link_used', 'order_page'],
    ['order.link_used', 'copy'],
  ])

  // The email is sent between two reads: of the timeline, and of what the customer sees.
  const params = { id: orderId }
  const timeline = await api.orders.timeline({ params })
  await page.route('**/timeline', (route) => route.fulfill({ json: timeline }), { times: 1 })
  const isSentTwice = async () =>
    (await api.orders.timeline({ params })).filter(({ kind }) => kind === 'mail_sent').length === 2
  await page.route('**/customer-view', async (route) => {
    await expect.poll(isSentTwice).toBe(true)
    await route.continue()
  })

  const sent = async () => (await shop.mails()).filter((mail) => mail.includes(`<${email}>`)).length
  expect(await sent()).toBe(1)
  await order.details.getByRole('button', { name: 'Send again: Confirmation email' }).click()
  const question = order.question('Send the confirmation email again?')
  await expect(question).toContainText(`This emails the customer now: ${email}.`)
  await question.getByRole('button', { name: 'Send email' }).click()
  await expect(order.toast.polite).toHaveText(toastText('Email queued', `It is on its way to ${email}`))
  await expect.poll(sent).toBe(2)
  await expect(order.event('Email sent'), 'without a reload').toHaveCount(2)
  await expect(order.event('Email sent').first()).toContainText('Confirmation email')
})
