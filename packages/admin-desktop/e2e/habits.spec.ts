import { randomBytes } from 'node:crypto'
import { placePaidOrder } from './customer.ts'
import { choose, connect, expect, isElectron, logIn, test, type Desktop } from './fixtures.ts'

const zoomLevel = ({ app }: Desktop) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel())

test('Place and zoom of the window are remembered, and the menu leads to the servers', async ({
  launch,
  server,
}) => {
  const first = await launch()
  await connect(first, server.url)
  await choose(first, 'zoom-in')
  await choose(first, 'zoom-in')
  await expect.poll(() => zoomLevel(first)).toBe(1)
  const place = { x: 40, y: 50, width: 900, height: 700 }
  await first.app.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    place,
  )
  await choose(first, 'servers')
  await expect(first.page.getByRole('heading', { name: 'Connect to your server' })).toBeVisible()
  await first.close()

  const second = await launch({ userData: first.userData })
  await expect.poll(() => zoomLevel(second)).toBe(1)
  expect(
    await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds()),
  ).toEqual(place)
  await choose(second, 'zoom-reset')
  await expect.poll(() => zoomLevel(second)).toBe(0)
})

test('A new paid order is told, and leads to its page', async ({ launch, server, api }) => {
  test.skip(isElectron, 'notifications of the system cannot be read')
  const admin = await api.logIn()
  const desktop = await launch()
  const { app, page } = desktop
  await connect(desktop, server.url)
  await logIn(desktop)
  // The machine wakes up: that is when the console looks at once.
  const wake = () => app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
  const shown = () =>
    app.evaluate(({ Notification }) => {
      const list: { options: { body: string } }[] = Reflect.get(Notification, 'shown')
      return list.map(({ options }) => options.body)
    })
  // What is paid before the first look is no news.
  await wake()
  await expect.poll(() => server.answered).toContain('/api/admin/direct/orders?tab=to-fulfill&limit=20')
  const id = await placePaidOrder(api.url, admin, { projectName: 'Five voices', file: randomBytes(1_000) })
  await expect
    .poll(async () => {
      await wake()
      return shown()
    })
    .toEqual(['Five voices'])
  await app.evaluate(({ Notification }) => Reflect.get(Notification, 'shown')[0].emit('click'))
  await expect.poll(() => page.url()).toContain(`/admin/orders/${id}`)
})
