import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { addressOf, expect, isElectron, standIn, test } from './fixtures.ts'

test('prevents a page from navigating away, opening a window or getting a permission', async ({
  shared,
  server,
}) => {
  const { app, page } = shared
  const home = page.url()

  // Runs after the app's own listeners, so the event shows their decision.
  await app.evaluate(({ BrowserWindow }) => {
    const decided: [string, boolean][] = []
    Reflect.set(globalThis, 'decided', decided)
    BrowserWindow.getAllWindows()[0]?.webContents.on('will-navigate', (event, url) => {
      decided.push([url, event.defaultPrevented])
    })
  })
  for (const target of ['https://elsewhere.example/', addressOf(page, '/api/about')]) {
    await page.evaluate((address) => {
      location.href = address
    }, target)
    await expect
      .poll(() => app.evaluate(() => Reflect.get(globalThis, 'decided')))
      .toContainEqual([expect.stringMatching(/elsewhere\.example|api\/about/), true])
    await app.evaluate(() => Reflect.get(globalThis, 'decided').splice(0))
    expect(page.url()).toBe(home)
  }

  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
  const camera = await page.evaluate(
    async () => (await navigator.permissions.query({ name: 'camera' })).state,
  )
  // The stand-in's browser would ask the user, while Electron denies.
  expect(camera).toBe(isElectron ? 'denied' : 'prompt')

  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Reflect.set(globalThis, 'opened', opened)
    shell.openExternal = async (url) => void opened.push(url)
  })
  await page.evaluate(() => {
    for (const address of [
      'file:///etc/passwd',
      'smb://elsewhere/x',
      'https://docs.example/x',
      '/blog/a-post',
    ]) {
      window.open(address, '_blank', 'noopener')
    }
  })
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened')))
    .toEqual(['https://docs.example/x', `${server.url}/blog/a-post`])
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  // The browser reports a window's end a moment later.
  await expect.poll(() => app.windows().length).toBe(1)
})

test('prevents redirects, webviews and automatic downloads', async ({ shared }) => {
  const { app, page } = shared
  // Runs after the app's own listeners, so the event shows their decision.
  const decided = await app.evaluate(({ BrowserWindow, session }) => {
    const saved: [string, boolean][] = []
    Reflect.set(globalThis, 'saved', saved)
    session.defaultSession.on('will-download', (event, item) => {
      saved.push([item.getFilename(), event.defaultPrevented])
    })
    const contents: object = BrowserWindow.getAllWindows()[0]?.webContents ?? {}
    const emit: (name: string, ...args: unknown[]) => void = Reflect.get(contents, 'emit')
    const isPrevented = (name: string, ...args: unknown[]) => {
      const event = {
        defaultPrevented: false,
        preventDefault() {
          this.defaultPrevented = true
        },
      }
      Reflect.apply(emit, contents, [name, event, ...args])
      return event.defaultPrevented
    }
    return [
      isPrevented('will-redirect', 'https://elsewhere.example/'),
      isPrevented('will-redirect', 'app://admin/admin'),
      isPrevented('will-attach-webview', {}, {}),
    ]
  })
  expect(decided).toEqual([true, false, true])

  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['x']))
    link.download = 'automatic.txt'
    link.click()
  })
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'saved')))
    .toEqual([['automatic.txt', true]])
})

test('exposes a frozen bridge to the page and nothing of Node', async ({ shared: { page } }) => {
  expect(
    await page.evaluate(() => [
      ...['require', 'process', 'ipcRenderer', 'module'].map((name) => typeof Reflect.get(window, name)),
      Object.isFrozen(window.priormark),
      Object.isFrozen(window.priormark.drafts),
    ]),
  ).toEqual(['undefined', 'undefined', 'undefined', 'undefined', true, true])
})

test('rejects bridge calls that do not come from the top frame of the app', async ({ shared }) => {
  const { app, page } = shared
  // A frame inside the page. Electron gives it no bridge. The stand-in does, and main rejects its calls.
  const inFrame = await page.evaluate(async () => {
    const frame = document.createElement('iframe')
    frame.src = 'about:blank'
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    const bridge: object | undefined = Reflect.get(frame.contentWindow ?? {}, 'priormark')
    if (bridge === undefined) return 'no bridge'
    const state: () => Promise<unknown> = Reflect.get(bridge, 'state')
    return state().then(
      () => 'accepted',
      (error: Error) => error.message,
    )
  })
  expect(inFrame).toMatch(/no bridge|Only pages of the app may call this/)

  // A page of another origin in the app's window, where the preload does run.
  await app.evaluate(
    ({ BrowserWindow }) =>
      void BrowserWindow.getAllWindows()[0]?.loadURL('data:text/html,<h1>Another site</h1>'),
  )
  await page.getByRole('heading', { name: 'Another site' }).waitFor()
  const asked = page.evaluate(() => window.priormark.state())
  await expect(asked).rejects.toThrow('Only pages of the app may call this')
})

test('rejects invalid arguments before doing anything', async ({ shared: { page } }) => {
  const rejections = await page.evaluate(async () => {
    const ask = (path: string[], ...args: unknown[]) => {
      const owner: object =
        path.length === 1 ? window.priormark : Reflect.get(window.priormark, path[0] ?? '')
      const call: (...given: unknown[]) => Promise<unknown> = Reflect.get(owner, path.at(-1) ?? '')
      return call(...args).then(
        () => 'accepted',
        (error: Error) => error.message,
      )
    }
    return Promise.all([
      ask(['connect'], { toString: 'x' }),
      ask(['download'], 'https://elsewhere.example/x', 'x'),
      ask(['drafts', 'read'], '../../settings.json'),
      ask(['drafts', 'save'], { id: 'x' }),
      ask(['drafts', 'addImage'], { bytes: 'x', type: 'image/png' }),
      ask(['state'], 'more'),
      ask(['setScreens'], [{ path: '/connect', label: 'Not a screen' }]),
      ask(['setScreens'], [{ path: '/admin/../api/about', label: 'Not a screen' }]),
      ask(['findInPage'], 'x', { isNew: 'yes', isForward: true }),
    ])
  })
  for (const rejection of rejections) expect(rejection).toMatch(/Invalid arguments for/)
})

test('rejects paths outside the app’s files, and sandboxes what the server sends', async ({
  shared: { page },
}) => {
  const statuses = await page.evaluate(() =>
    Promise.all(
      [
        '/..%2f..%2fpackage.json',
        '/assets/..%2f..%2f..%2fpackage.json',
        '/..%5c..%5cpackage.json',
        '/assets/%00.js',
        '/%zz',
        '/assets/nothing.js',
        `/_media/${'0'.repeat(64)}`,
      ].map(async (address) => (await fetch(address)).status),
    ),
  )
  expect(statuses).toEqual([403, 403, 403, 403, 403, 404, 404])
  const policies = await page.evaluate(async () => ({
    page: (await fetch('/admin')).headers.get('content-security-policy'),
    server: (await fetch('/api/about')).headers.get('content-security-policy'),
  }))
  expect(policies.page).toContain("default-src 'none'")
  expect(policies.page).toContain("script-src 'self'")
  expect(policies.server).toBe("default-src 'none'; sandbox")
  await expect(page.evaluate(() => fetch('https://elsewhere.example/'))).rejects.toThrow()
})

test('shows the same page after a reload', { tag: '@deep' }, async ({ shared: { page } }) => {
  await page.goto(addressOf(page, '/admin/blog/images'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/images/i)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/images/i)
})

test('focuses the running app at a second start and opens the linked order (stand-in only: it starts as a second process)', async ({
  launchLoggedIn,
}) => {
  test.skip(isElectron, 'starts the stand-in as the second process')
  const { app, page, userData } = await launchLoggedIn()
  const id = '5d0ba6c0-54a5-4a5e-9b0d-0f4d3b6f1a11'
  const second = spawnSync(
    standIn,
    [`--user-data-dir=${userData}`, path.resolve(import.meta.dirname, '..'), `priormark://orders/${id}`],
    { env: { ...process.env, TMPDIR: path.join(userData, '../tmp') }, timeout: 120_000 },
  )
  expect(second.status).toBe(0)
  await expect.poll(() => page.url()).toContain(`/admin/orders/${id}`)
  expect(
    await app.evaluate(({ BrowserWindow }) =>
      Reflect.get(BrowserWindow.getAllWindows()[0] ?? {}, 'focusCount'),
    ),
  ).toBe(1)
})
