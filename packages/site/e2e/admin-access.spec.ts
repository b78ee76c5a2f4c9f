import { adminApi, placeOrder } from '../testing/shop-api.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'

const loginFailed = toastText('Login failed', 'Invalid credentials')

test('rejects a wrong password and an unknown username alike, and opens the dashboard after a login', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/401 .*\/direct\/login/)
  const login = new LoginScreen(page)
  await login.open()
  await expect(login.username).toBeFocused()
  await login.submitWith(administrator.username, 'wrong')
  // Hovering keeps the toast open.
  await login.toast.urgent.getByText('Login failed').hover()
  await expect(login.toast.urgent).toHaveText(loginFailed)
  await login.toast.dismiss.click()
  await login.submitWith('nobody', administrator.password)
  await expect(login.toast.urgent).toHaveText(loginFailed)
  await expect(login.username).toHaveValue('nobody')

  await login.submitWith(administrator.username, administrator.password)
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(login.toast.urgent).toHaveText('')
})

test('requires a username and a password', async ({ page }) => {
  const login = new LoginScreen(page)
  await login.open()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  await login.submit.click()
  await expect(login.username).toHaveAccessibleDescription('Username is required')
  await expect(login.password).toHaveAccessibleDescription('Password is required')
  await expect(login.username).toBeFocused()
  expect(calls).toEqual([])
})

test('redirects to the login, and back to the requested screen', async ({ page, shop }) => {
  const orderId = await placeOrder(shop.url, {
    firstName: 'Ines',
    lastName: 'Marchetti',
    email: 'ines@example.org',
    projectName: 'Thirteen Birds',
    projectDescription: 'Thirteen linocuts.',
    fileName: 'birds.txt',
    fileText: 'wren, rook, heron',
    isPaid: false,
  })
  const login = new LoginScreen(page)
  // The admin's own address needs no message.
  await page.goto('/admin')
  await expect(login.heading).toBeVisible()
  await expect(login.toast.region).toHaveText('')
  await new OrderScreen(page).open(orderId)
  await expect(page).toHaveURL('/admin/login')
  await expect(login.toast.polite).toHaveText(
    toastText('Authentication Required', 'Please log in to access the admin dashboard'),
  )
  await login.submitWith(administrator.username, administrator.password)
  await expect(page).toHaveURL(`/admin/orders/${orderId}`)
  await expect(new OrderScreen(page).heading('Thirteen Birds')).toBeVisible()
})

test('keeps the form of a note while a timeline that failed loads again', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/500 .*\/timeline/)
  const orderId = await placeOrder(shop.url, {
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: 'kofi@example.org',
    projectName: 'Kept form',
    projectDescription: 'Firmware.',
    fileName: 'kept.c',
    fileText: 'int main(void)',
    isPaid: true,
  })
  await new LoginScreen(page).logInByApi()
  await page.route('**/timeline', (route) => route.fulfill({ status: 500 }), { times: 1 })
  const order = new OrderScreen(page)
  await order.open(orderId)
  await order.note.fill('Call')
  const timeline = await holdRequests(page, '**/timeline')
  await order.timeline.getByRole('button', { name: 'Retry' }).click()
  await timeline.requested
  await expect(order.note).toHaveValue('Call')
  await order.note.press('End')
  await page.keyboard.type(' back')
  timeline.release()
  await expect(order.timeline.getByRole('listitem').first()).toBeVisible()
  await expect(order.note).toHaveValue('Call back')
  await expect(order.note).toBeFocused()
})

test(
  'shows an error if the server cannot verify the session',
  { tag: '@deep' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/500 .*\/direct\/ping/)
    const login = new LoginScreen(page)
    await login.logInByApi()
    await new DashboardScreen(page).open()
    await expect(page).toHaveURL('/admin/dashboard')
    await page.route('/api/admin/direct/ping', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await expect(page).toHaveURL('/admin/login')
    await expect(login.toast.urgent).toHaveText(
      toastText('Session Error', 'Your session could not be verified. Please log in again.'),
    )
  },
)

for (const [failure, status, headers] of [
  ['fails', 500, {}],
  ['asks to come back', 503, { 'retry-after': '1' }],
] as const)
  test(`checks the login once for the images, also if the server ${failure}`, async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/50[03] .*\/auth\/check/)
    const login = new LoginScreen(page)
    await login.logInByApi()
    let checkCount = 0
    await page.route('/api/auth/check', (route) => {
      checkCount += 1
      return route.fulfill({ status, headers, json: { error: 'Not now', code: 'internal' } })
    })
    await page.goto('/admin/blog/images')
    await expect(login.heading).toBeVisible()
    await expect(login.toast.urgent).toHaveText(
      toastText('Session Error', 'Your session could not be verified. Please log in again.'),
    )
    expect(checkCount).toBe(1)
  })

test('ends the session in the browser and on the server at logout', async ({ page, shop, browserErrors }) => {
  browserErrors.allow(/401 /)
  const login = new LoginScreen(page)
  const dashboard = new DashboardScreen(page)
  await login.logInByApi()
  await dashboard.open()
  const token = await page.evaluate(() => localStorage.getItem('priormark.admin-token'))
  const withToken = { headers: { authorization: `Bearer ${token}` } }
  expect((await fetch(`${shop.url}/api/admin/direct/ping`, withToken)).status).toBe(200)
  await dashboard.logout.click()
  await expect(page).toHaveURL('/admin/login')
  await expect(login.heading).toBeVisible()
  expect((await fetch(`${shop.url}/api/admin/direct/ping`, withToken)).status).toBe(401)
  expect((await page.request.get('/api/auth/check')).status()).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL('/admin/login')
})

test(
  'accepts the token or the cookie for admin calls, and rejects calls without either',
  { tag: '@deep' },
  async ({ page, shop }) => {
    await new LoginScreen(page).logIn()
    const [token, sessionToken] = await page.evaluate(() => [
      localStorage.getItem('priormark.admin-token'),
      sessionStorage.getItem('priormark.admin-token'),
    ])
    expect(sessionToken).toBe(token)
    for (const path of ['/api/admin/direct/ping', '/api/auth/check', '/api/admin/direct/orders']) {
      const bearer = await fetch(shop.url + path, { headers: { authorization: `Bearer ${token}` } })
      expect(bearer.status, `${path} by token`).toBe(200)
      expect((await page.request.get(path)).status(), `${path} by cookie`).toBe(200)
      expect((await fetch(shop.url + path)).status, `${path} without`).toBe(401)
    }
  },
)

test('rejects changes by cookie from other sites', async ({ page, shop }) => {
  await new LoginScreen(page).logInByApi()
  const foreign = await page.request.post('/api/admin/direct/service-price', {
    data: { price: 1 },
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status()).toBe(403)
  expect((await (await adminApi(shop.url)).price.read()).price).toBe(8.97)
})

test(
  'logs out locally and warns if the logout does not reach the server',
  { tag: '@deep' },
  async ({ page, context, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED/)
    const login = new LoginScreen(page)
    const dashboard = new DashboardScreen(page)
    await login.logInByApi()
    await dashboard.open()
    await context.route(/\/api\/logout/, (route) => route.abort())
    await dashboard.logout.click()
    await expect(login.toast.polite).toHaveText(
      toastText(
        'Logged out here only',
        'The server could not be reached. Log in and out again later, or log out this browser under Your account.',
      ),
    )
    await expect(page).toHaveURL('/admin/login')
  },
)

test('shows "Login failed" for an error of the server', { tag: '@deep' }, async ({ page, browserErrors }) => {
  browserErrors.allow(/500 /)
  const login = new LoginScreen(page)
  await page.route('**/api/admin/direct/login', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await login.open()
  await login.submitWith('admin', 'a password')
  await expect(login.toast.urgent).toHaveText(toastText('Login failed', 'Login failed'))
})
