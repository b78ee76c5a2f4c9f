import { randomBytes } from 'node:crypto'
import { placeOrder } from '@priormark/site/testing/shop-api'
import { placePaidOrder } from '../test/customer.ts'
import { expect, isElectron, startProgram, syncNow, test, type Desktop } from './fixtures.ts'

/** The texts of all notifications, oldest first. */
const notices = ({ app }: Desktop) =>
  app.evaluate(({ Notification }) => {
    const shown: { options: { title: string } }[] = Reflect.get(Notification, 'shown')
    return shown.map(({ options }) => options.title)
  })
const isVisible = ({ app }: Desktop) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))
const badgeOf = ({ app }: Desktop) => app.evaluate((electron) => Reflect.get(electron.app, '_badgeCount'))

test('stays in the tray when its window is closed, and announces each new paid order once (stand-in only: it shows the tray)', async ({
  launch,
  launchLoggedIn,
  server,
  api,
}) => {
  test.skip(isElectron, 'a test cannot read the system’s notifications and tray')
  const admin = await api.logIn()
  const pay = (projectName: string) =>
    placeOrder(api.url, {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.org',
      projectName,
      projectDescription: 'A song for two voices',
      fileName: 'song.txt',
      fileText: randomBytes(500).toString('hex'),
      isPaid: true,
    })
  const toFulfill = async () => Number((await admin.api.orders.counts())['to-fulfill'])
  const first = await launchLoggedIn()
  await syncNow(first)
  // Before the first look the badge is 0 too.
  await expect
    .poll(() => server.responded.some((path) => path.startsWith('/api/admin/order-news')))
    .toBe(true)
  await expect.poll(() => badgeOf(first)).toBe(await toFulfill())
  // Other tests have sold to this shop since the last look of this computer.
  const earlier = await notices(first)
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await expect.poll(() => isVisible(first)).toEqual([false])
  const hint = 'Priormark is still running'
  expect(await notices(first)).toEqual([...earlier, hint])

  const id = await pay('Harbour Lights')
  const notice = 'New order: $8.97, Harbour Lights'
  await expect
    .poll(async () => {
      await syncNow(first)
      return notices(first)
    })
    .toEqual([...earlier, hint, notice])
  await expect.poll(() => badgeOf(first)).toBe(await toFulfill())
  await first.app.evaluate(({ Notification }) => Reflect.get(Notification, 'shown').at(-1).emit('click'))
  await expect.poll(() => first.page.url()).toContain(`/admin/orders/${id}`)
  expect(await isVisible(first)).toEqual([true])
  await first.close()

  server.isDown = true
  for (const projectName of ['One', 'Two', 'Three', 'Four', 'Five']) await pay(projectName)
  const second = await launch({ userData: first.userData })
  await syncNow(second)
  expect(await notices(second)).toEqual([])
  server.isDown = false
  const titles = ['Five', 'Four', 'Three'].map((name) => `New order: $8.97, ${name}`)
  await expect
    .poll(async () => {
      await syncNow(second)
      return notices(second)
    })
    .toEqual([...titles, '2 more new orders: $17.94'])

  server.hasExpired = true
  await expect
    .poll(async () => {
      await syncNow(second)
      return (await notices(second)).slice(4)
    })
    .toEqual(['Log in again to be notified about new orders'])
  await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  const trayTexts = await second.app.evaluate(({ Tray }) => {
    const [{ menu, toolTip }] = Reflect.get(Tray, 'shown')
    menu.getMenuItemById('tray-open').click()
    return [toolTip, menu.getMenuItemById('tray-quit').label]
  })
  expect(trayTexts).toEqual(['Priormark', 'Quit'])
  expect(await isVisible(second)).toEqual([true])
})

test('shows orders offline that were never opened, also after a reload, and loads them again when online', async ({
  launchLoggedIn,
  server,
  api,
}) => {
  const admin = await api.logIn()
  const file = randomBytes(1_000)
  const id = await placePaidOrder(api.url, admin, { projectName: 'Never opened', file })
  const { page } = await launchLoggedIn()
  await expect.poll(() => server.responded).toContain(`/api/admin/orders/${id}/timeline`)
  server.isDown = true
  await page.getByRole('tab', { name: /^All/ }).click()
  // It moves what is below it.
  await expect(page.getByText('The server can’t be reached')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('never')
  await page.getByRole('tab', { name: /^Pending/ }).click()
  await expect(page.getByText('No orders found.')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: /^All/ }).click()
  await page.getByRole('link', { name: 'Never opened' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Never opened' })).toBeVisible()
  await page.getByRole('tab', { name: 'Customer Details' }).click()
  await expect(page.getByText('ada@example.org').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Payment confirmed')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('As of ')
  await admin.api.orders.addNote({ params: { id }, body: { text: 'Written meanwhile' } })
  server.isDown = false
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Written meanwhile')
  await expect(page.getByText('The server can’t be reached.')).toBeHidden()
})

test(
  'opens no window when the system starts it at login, until it is opened from the tray (stand-in only: it shows the tray)',
  { tag: '@deep' },
  async ({ launchLoggedIn, folder, server }) => {
    test.skip(isElectron, 'a test cannot click the system’s tray')
    const { userData, close } = await launchLoggedIn()
    await close()
    const app = await startProgram(folder, { userData, args: ['--hidden'] })
    try {
      await expect
        .poll(() => server.responded.filter((path) => path.startsWith('/api/admin/order-news')).length)
        .toBeGreaterThan(1)
      expect(app.windows()).toEqual([])
      const opened = app.waitForEvent('window')
      await app.evaluate(({ Tray }) => Reflect.get(Tray, 'shown')[0].emit('click'))
      const page = await opened
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    } finally {
      await app.close()
    }
  },
)
