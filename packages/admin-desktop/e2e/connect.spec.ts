import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { startLocalServer } from '@priormark/core/testing/local-server'
import { addressOf, connect, expect, isElectron, logIn, test } from './fixtures.ts'
import { newDraft } from './post-text.ts'

test('asks for the server at the first start, rejects invalid addresses, and hides the credential from its pages', async ({
  launch,
  server,
}) => {
  const other = await startLocalServer((_request, response) => response.end('<h1>A shop of shoes</h1>'))
  const redirecting = await startLocalServer((_request, response) =>
    response.writeHead(302, { location: 'https://www.shop.example/api/about' }).end(),
  )

  const desktop = await launch()
  const { page } = desktop
  for (const [typed, message] of [
    ['not an address', 'Enter an address'],
    ['http://shop.example', 'The address must start with https://'],
    ['https://name:secret@shop.example', 'Enter the address without a username and password.'],
    [other.url, 'is not a Priormark server.'],
    [redirecting.url, 'redirects to https://www.shop.example.'],
    ['http://127.0.0.1:9', 'Could not reach http://127.0.0.1:9.'],
  ] as const) {
    await page.getByLabel('Shop address').fill(typed)
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByRole('alert')).toContainText(message)
  }
  await other.close()
  await redirecting.close()

  await connect(desktop, server.url)
  await expect(page.getByText('Sign in to your shop')).toBeVisible()
  const responses: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/login')) responses.push(await response.text())
  })
  await logIn(desktop)
  await expect(page).toHaveTitle(/Priormark/)
  await expect.poll(() => responses).toEqual(['{"token":"stored in the main process"}'])
  expect(
    await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    ),
  ).not.toContain('oken')
})

test('stays logged in after a restart until the server rejects the credential, and encrypts it', async ({
  launchLoggedIn,
  server,
}) => {
  const { page, userData } = await launchLoggedIn()
  await expect(page.getByRole('heading', { name: 'Admin login' })).toHaveCount(0)
  const appState = await page.evaluate(() => window.priormark.state())
  expect(appState).toMatchObject({ remembersLogin: true, server: { url: server.url, username: 'admin' } })
  const [account = ''] = await readdir(path.join(userData, 'accounts'))
  const login = await readFile(path.join(userData, 'accounts', account, 'login.bin'))
  expect(login.toString('latin1')).not.toMatch(/^[\x20-\x7e]+$/)

  server.hasExpired = true
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Admin login' })).toBeVisible()
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible()
})

test('keeps the login only until the app quits if there is no keyring, and warns about it (stand-in only: keyrings differ)', async ({
  launch,
  server,
}) => {
  test.skip(isElectron, 'Electron’s keyring depends on the machine')
  const env = { STAND_IN_KEYRING: 'basic_text' }
  const first = await launch({ env })
  await expect(first.page.getByText('This system has no keyring')).toBeVisible()
  await connect(first, server.url)
  await logIn(first)
  const { userData } = first
  await first.close()
  const [account = ''] = await readdir(path.join(userData, 'accounts'))
  expect(await readdir(path.join(userData, 'accounts', account))).not.toContain('login.bin')
  const second = await launch({ userData, env })
  await expect(second.page.getByRole('heading', { name: 'Admin login' })).toBeVisible()
})

test('separates the data of servers, and reconnects to a saved one', async ({
  launchLoggedIn,
  server,
  api,
}) => {
  const desktop = await launchLoggedIn()
  const { page } = desktop
  const id = crypto.randomUUID()
  const input = newDraft(id, 'On the first server')
  await page.evaluate((draft) => window.priormark.drafts.save(draft), input)

  await page.goto(addressOf(page, '/connect'))
  // The app treats another address of the same shop as another server.
  await connect(desktop, api.url)
  expect(await page.evaluate((postId) => window.priormark.drafts.read(postId), id)).toBeNull()

  await page.goto(addressOf(page, '/connect'))
  await page.getByRole('button', { name: server.url, exact: false }).first().click()
  await expect
    .poll(() => page.evaluate((postId) => window.priormark.drafts.read(postId), id).catch(() => null))
    .toMatchObject({ text: { title: 'On the first server' } })
})

test('shows the last loaded data with its date if the server is unreachable', async ({
  launchLoggedIn,
  server,
}) => {
  server.isDown = true
  const { page } = await launchLoggedIn()
  await expect(
    page.getByRole('status').filter({ hasText: 'Showing saved data, the oldest from' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your account: admin' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Admin login' })).toHaveCount(0)
})
