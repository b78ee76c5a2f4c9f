import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { placePaidOrder } from './customer.ts'
import { addressOf, choose, expect, isElectron, test, syncNow, type Desktop } from './fixtures.ts'

const zoomLevel = ({ app }: Desktop) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel())

test('Place and zoom of the window are remembered, and the menu leads to the servers', async ({
  launch,
  launchLoggedIn,
}) => {
  const first = await launchLoggedIn()
  await choose(first, 'zoom-in')
  await choose(first, 'zoom-in')
  await expect.poll(() => zoomLevel(first)).toBe(1)
  const place = { x: 40, y: 50, width: 900, height: 700 }
  await first.app.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    place,
  )
  await choose(first, 'servers')
  await expect(first.page.getByRole('heading', { name: 'Connect to your shop' })).toBeVisible()
  await first.close()

  const second = await launch({ userData: first.userData })
  await expect.poll(() => zoomLevel(second)).toBe(1)
  expect(
    await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds()),
  ).toEqual(place)
  await choose(second, 'zoom-reset')
  await expect.poll(() => zoomLevel(second)).toBe(0)
})

test('A window of a screen that is gone comes back on one that is there; a large one comes back large', async ({
  launch,
  folder,
}) => {
  test.skip(isElectron, 'moves the window to a screen that this machine may have')
  const userData = path.join(folder, 'desktopApp')
  const keep = async (x: number, isMaximized: boolean) => {
    await mkdir(userData, { recursive: true })
    const window = { x, y: 100, width: 900, height: 700, isMaximized }
    await writeFile(path.join(userData, 'settings.json'), JSON.stringify({ window }))
  }
  const placeOf = ({ app }: Desktop) =>
    app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]
      return { x: window?.getNormalBounds().x, isMaximized: window?.isMaximized() }
    })
  await keep(5_000, false)
  const first = await launch({ userData })
  expect(await placeOf(first)).toEqual({ x: 0, isMaximized: false })
  await first.close()

  await keep(300, true)
  const second = await launch({ userData })
  expect(await placeOf(second)).toEqual({ x: 300, isMaximized: true })
})

test('The window goes dark with the system, before its page is there and after', async ({ shared }) => {
  const { app, page } = shared
  await page.goto(addressOf(page, '/connect'))
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await paper()).toBe('rgb(246, 243, 236)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await paper()).toBe('rgb(21, 20, 15)')
  test.skip(isElectron, 'the scheme of the system is not a test’s to change')
  const backgroundWhere = (isDark: boolean) =>
    app.evaluate(({ BrowserWindow, nativeTheme }, shouldUseDarkColors) => {
      Object.assign(nativeTheme, { shouldUseDarkColors })
      nativeTheme.emit('updated')
      return BrowserWindow.getAllWindows()[0]?.getBackgroundColor()
    }, isDark)
  expect(await backgroundWhere(true)).toBe('#15140f')
  expect(await backgroundWhere(false)).toBe('#f6f3ec')
})

test('A misspelt word is corrected or learnt at the right mouse button', async ({ shared: { app } }) => {
  test.skip(isElectron, 'menus of the system cannot be read')
  /** Presses the right button on a place of the page, and answers the menu; chooses an item of it. */
  const press = (place: object, chosen: string | null = null) =>
    app.evaluate(
      ({ BrowserWindow, Menu }, given) => {
        const popups: { label?: string; role?: string; click?: () => void }[][] = Reflect.get(Menu, 'popups')
        const before = popups.length
        const nowhere = {
          dictionarySuggestions: [],
          misspelledWord: '',
          isEditable: false,
          selectionText: '',
        }
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        // What the system tells with it does not matter here.
        Reflect.apply(Reflect.get(contents ?? {}, 'emit'), contents, [
          'context-menu',
          {},
          { ...nowhere, ...given.place },
        ])
        const items = popups.length > before ? (popups.at(-1) ?? []) : []
        items.find(({ label }) => label === given.chosen)?.click?.()
        return items.flatMap(({ label, role }) => label ?? role ?? [])
      },
      { place, chosen },
    )
  const misspelt = {
    dictionarySuggestions: ['receive', 'relieve'],
    misspelledWord: 'recieve',
    isEditable: true,
  }
  const editing = ['cut', 'copy', 'paste', 'selectAll']
  expect(await press(misspelt, 'receive')).toEqual(['receive', 'relieve', 'Add to dictionary', ...editing])
  await press(misspelt, 'Add to dictionary')
  expect(await press({ isEditable: true })).toEqual(editing)
  expect(await press({ selectionText: 'a word' })).toEqual(['copy', 'selectAll'])
  expect(await press({})).toEqual([])
  expect(
    await app.evaluate(({ BrowserWindow, session }) => [
      Reflect.get(BrowserWindow.getAllWindows()[0]?.webContents ?? {}, 'corrections'),
      Reflect.get(session.defaultSession, 'words'),
    ]),
  ).toEqual([['receive'], ['recieve']])
})

test('The about box names the program and its version', async ({ shared }) => {
  test.skip(isElectron, 'the box of the system cannot be read')
  await choose(shared, 'about')
  expect(
    await shared.app.evaluate(({ app }) => [
      Reflect.get(app, '_aboutShown'),
      Reflect.get(app, '_about').applicationName,
      Reflect.get(app, '_about').applicationVersion === app.getVersion(),
    ]),
  ).toEqual([true, 'Priormark', true])
})

test('notifies about a new paid order, and opens it on a click', async ({ launchLoggedIn, server, api }) => {
  test.skip(isElectron, 'notifications of the system cannot be read')
  const admin = await api.logIn()
  const desktop = await launchLoggedIn()
  const { app, page } = desktop
  const shown = () =>
    app.evaluate(({ Notification }) => {
      const list: { options: { body: string } }[] = Reflect.get(Notification, 'shown')
      return list.map(({ options }) => options.body)
    })
  // What is paid before the first look is no news.
  await syncNow(desktop)
  await expect.poll(() => server.answered).toContain('/api/admin/direct/orders?tab=to-fulfill&limit=20')
  const id = await placePaidOrder(api.url, admin, { projectName: 'Five voices', file: randomBytes(1_000) })
  await expect
    .poll(async () => {
      await syncNow(desktop)
      return shown()
    })
    .toEqual(['Five voices'])
  await app.evaluate(({ Notification }) => Reflect.get(Notification, 'shown')[0].emit('click'))
  await expect.poll(() => page.url()).toContain(`/admin/orders/${id}`)
})
