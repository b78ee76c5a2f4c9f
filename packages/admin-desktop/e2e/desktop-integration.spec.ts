import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { addressOf, choose, expect, isElectron, test, type Desktop } from './fixtures.ts'

const zoomLevel = ({ app }: Desktop) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel())

test('restores the position and zoom of the window, and opens the servers from the menu', async ({
  launch,
  launchLoggedIn,
}) => {
  const first = await launchLoggedIn()
  await choose(first, 'zoom-in')
  await choose(first, 'zoom-in')
  await expect.poll(() => zoomLevel(first)).toBe(1)
  const position = { x: 40, y: 50, width: 900, height: 700 }
  await first.app.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    position,
  )
  await choose(first, 'servers')
  await expect(first.page.getByRole('heading', { name: 'Connect to your shop' })).toBeVisible()
  await first.close()

  const second = await launch({ userData: first.userData })
  await expect.poll(() => zoomLevel(second)).toBe(1)
  expect(
    await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds()),
  ).toEqual(position)
  await choose(second, 'zoom-reset')
  await expect.poll(() => zoomLevel(second)).toBe(0)
})

test(
  'moves a window from a missing screen to an existing one, and restores a maximized window (stand-in only: its screens are known)',
  { tag: '@deep' },
  async ({ launch, folder }) => {
    test.skip(isElectron, 'uses a position that may be on one of this machine’s screens')
    const userData = path.join(folder, 'desktopApp')
    const storePosition = async (x: number, isMaximized: boolean) => {
      await mkdir(userData, { recursive: true })
      const window = { slot: 0, shop: null, position: { x, y: 100, width: 900, height: 700, isMaximized } }
      await writeFile(path.join(userData, 'settings.json'), JSON.stringify({ windows: [window] }))
    }
    const positionOf = ({ app }: Desktop) =>
      app.evaluate(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows()[0]
        return { x: window?.getNormalBounds().x, isMaximized: window?.isMaximized() }
      })
    await storePosition(5_000, false)
    const first = await launch({ userData })
    expect(await positionOf(first)).toEqual({ x: 0, isMaximized: false })
    await first.close()

    await storePosition(300, true)
    const second = await launch({ userData })
    expect(await positionOf(second)).toEqual({ x: 300, isMaximized: true })
  },
)

test(
  'follows the system’s color scheme, before the page loads and after (the first only in the stand-in)',
  { tag: '@deep' },
  async ({ shared }) => {
    const { app, page } = shared
    await page.goto(addressOf(page, '/connect'))
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await paper()).toBe('rgb(246, 243, 236)')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper()).toBe('rgb(21, 20, 15)')
    test.skip(isElectron, 'a test cannot change the system’s color scheme')
    const backgroundIf = (isDark: boolean) =>
      app.evaluate(({ BrowserWindow, nativeTheme }, shouldUseDarkColors) => {
        Object.assign(nativeTheme, { shouldUseDarkColors })
        nativeTheme.emit('updated')
        return BrowserWindow.getAllWindows()[0]?.getBackgroundColor()
      }, isDark)
    expect(await backgroundIf(true)).toBe('#15140f')
    expect(await backgroundIf(false)).toBe('#f6f3ec')
  },
)

test(
  'corrects a misspelled word or adds it to the dictionary from the context menu (stand-in only: it shows menus)',
  { tag: '@deep' },
  async ({ shared: { app } }) => {
    test.skip(isElectron, 'a test cannot read the system’s menus')
    /** Opens the context menu of a target, clicks an item if one is given, and returns the items. */
    const openMenu = (target: object, chosen: string | null = null) =>
      app.evaluate(
        ({ BrowserWindow, Menu }, given) => {
          const popups: { label?: string; role?: string; click?: () => void }[][] = Reflect.get(
            Menu,
            'popups',
          )
          const before = popups.length
          const emptyParams = {
            dictionarySuggestions: [],
            misspelledWord: '',
            isEditable: false,
            selectionText: '',
          }
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          // The event argument is not used.
          Reflect.apply(Reflect.get(contents ?? {}, 'emit'), contents, [
            'context-menu',
            {},
            { ...emptyParams, ...given.target },
          ])
          const items = popups.length > before ? (popups.at(-1) ?? []) : []
          items.find(({ label }) => label === given.chosen)?.click?.()
          return items.flatMap(({ label, role }) => label ?? role ?? [])
        },
        { target, chosen },
      )
    const misspelled = {
      dictionarySuggestions: ['receive', 'relieve'],
      misspelledWord: 'recieve',
      isEditable: true,
    }
    const editing = ['cut', 'copy', 'paste', 'selectAll']
    expect(await openMenu(misspelled, 'receive')).toEqual([
      'receive',
      'relieve',
      'Add to dictionary',
      ...editing,
    ])
    await openMenu(misspelled, 'Add to dictionary')
    expect(await openMenu({ isEditable: true })).toEqual(editing)
    expect(await openMenu({ selectionText: 'a word' })).toEqual(['copy', 'selectAll'])
    expect(await openMenu({})).toEqual([])
    expect(
      await app.evaluate(({ BrowserWindow, session }) => [
        Reflect.get(BrowserWindow.getAllWindows()[0]?.webContents ?? {}, 'corrections'),
        Reflect.get(session.defaultSession, 'words'),
      ]),
    ).toEqual([['receive'], ['recieve']])
  },
)

test(
  'shows the name and version of the app in the about panel (stand-in only: it shows the panel)',
  { tag: '@deep' },
  async ({ shared }) => {
    test.skip(isElectron, 'a test cannot read the system’s about panel')
    await choose(shared, 'about')
    expect(
      await shared.app.evaluate(({ app }) => [
        Reflect.get(app, '_aboutShown'),
        Reflect.get(app, '_about').applicationName,
        Reflect.get(app, '_about').applicationVersion === app.getVersion(),
      ]),
    ).toEqual([true, 'Priormark', true])
  },
)
