import { choose, expect, isElectron, test, type Desktop } from './fixtures.ts'

/** The labels and shortcuts of the screens in the menu. */
const screensOf = ({ app }: Desktop) =>
  app.evaluate(({ Menu }) => {
    const items: { label: string; submenu: { id?: string; label: string; accelerator?: string }[] }[] =
      Reflect.get(Menu.getApplicationMenu() ?? {}, 'items')
    const go = items.find(({ label }) => label === 'Go')?.submenu ?? []
    return go.filter(({ id }) => id?.startsWith('go ')).map(({ label, accelerator }) => [label, accelerator])
  })

test(
  'goes to screens, back and forward, searches, and opens the command palette from the menu',
  { tag: '@deep' },
  async ({ shared }) => {
    const { page, app } = shared
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => (await screensOf(shared)).map(([label]) => label)).toContain('Downloads')
    expect((await screensOf(shared)).slice(0, 2)).toEqual([
      ['Orders', 'CmdOrCtrl+1'],
      ['Statements', 'CmdOrCtrl+2'],
    ])

    await choose(shared, 'go /admin/health')
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeFocused()
    await choose(shared, 'go /admin/blog')
    await expect(page).toHaveURL(/\/admin\/blog$/)
    await choose(shared, 'back')
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
    await choose(shared, 'forward')
    await expect(page).toHaveURL(/\/admin\/blog$/)

    // The address changes before the screen is there.
    await expect(page.getByRole('searchbox')).toBeVisible()
    await choose(shared, 'search')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await choose(shared, 'go /admin/health')
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeFocused()
    // This screen has no search of its own.
    await choose(shared, 'search')
    const find = page.getByRole('textbox', { name: 'Find in page' })
    await expect(find).toBeFocused()
    await page.keyboard.type('hea')
    await page.keyboard.press('Enter')
    if (!isElectron) {
      const finds = () =>
        app.evaluate(({ BrowserWindow }) =>
          Reflect.get(BrowserWindow.getAllWindows()[0]?.webContents ?? {}, 'finds').slice(-2),
        )
      await expect.poll(finds).toEqual([
        ['hea', { findNext: true, forward: true }],
        ['hea', { findNext: false, forward: true }],
      ])
      await app.evaluate(({ BrowserWindow }) => {
        const contents: object = BrowserWindow.getAllWindows()[0]?.webContents ?? {}
        const result = { activeMatchOrdinal: 2, matches: 5 }
        Reflect.apply(Reflect.get(contents, 'emit'), contents, ['found-in-page', {}, result])
      })
      await expect(page.getByRole('search').getByRole('status')).toHaveText('2 of 5')
    }
    await page.keyboard.press('Escape')
    await expect(find).toBeHidden()

    await choose(shared, 'palette')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('downl')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeFocused()
  },
)
