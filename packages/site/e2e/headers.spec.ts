import { expect, test } from './fixtures.ts'
import { LoginScreen } from './screens/login.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'

const everywhere = [
  '/',
  '/checkout',
  '/success',
  '/terms',
  '/verify',
  '/blog',
  '/blog/none',
  '/none',
  '/admin/login',
  '/api/about',
  '/api/none',
]

test('Every path is sent with what keeps a browser safe', async ({ request }) => {
  for (const path of everywhere) {
    const response = await request.get(path, { headers: { accept: 'text/html' } })
    const headers = response.headers()
    const policy = new Map(
      (headers['content-security-policy'] ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        return [name, sources]
      }),
    )
    expect.soft(policy.get('default-src'), path).toEqual(["'self'"])
    expect.soft(policy.get('object-src'), path).toEqual(["'none'"])
    expect.soft(policy.get('base-uri'), path).toEqual(["'none'"])
    expect.soft(policy.get('frame-ancestors'), path).toEqual(["'none'"])
    expect.soft(policy.get('form-action'), path).toEqual(["'self'"])
    const scripts = policy.get('script-src') ?? []
    expect.soft(scripts, path).toContain("'self'")
    for (const loose of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'data:', 'blob:'])
      expect.soft(scripts, path).not.toContain(loose)
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
    expect.soft(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin')
    expect.soft(headers['cross-origin-opener-policy'], path).toBe('same-origin-allow-popups')
    expect.soft(headers['x-powered-by'], path).toBeUndefined()
    expect.soft(headers['access-control-allow-origin'], path).toBeUndefined()
  }
})

test('A style that somebody smuggles into the admin is not applied', async ({ page, complaints }) => {
  complaints.expect(/Content Security Policy/i)
  await page.goto('/admin/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  const isHidden = await page.evaluate(() => {
    document.head.insertAdjacentHTML('beforeend', '<style>body { visibility: hidden }</style>')
    return getComputedStyle(document.body).visibility === 'hidden'
  })
  expect(isHidden).toBe(false)
})

test('A script that somebody smuggles into a page does not run', async ({ page, complaints }) => {
  complaints.expect(/Content Security Policy/i)
  // The picture whose error would run something.
  complaints.expect(/404/)
  for (const path of ['/', '/admin/login']) {
    await page.goto(path)
    const ran = await page.evaluate(async () => {
      const inline = document.createElement('script')
      inline.textContent = 'window.smuggled = true'
      const foreign = document.createElement('script')
      foreign.src = 'https://evil.example/a.js'
      const failed = new Promise((resolve) => foreign.addEventListener('error', () => resolve('blocked')))
      const image = document.createElement('div')
      image.innerHTML = '<img src="/none.png" onerror="window.smuggled = true">'
      // This listener comes after the one in the markup: what that would do is done by then.
      const missing = new Promise((resolve) =>
        image.firstElementChild?.addEventListener('error', () => resolve('missing')),
      )
      document.body.append(inline, foreign, image)
      return [await failed, await missing, Reflect.get(window, 'smuggled')]
    })
    expect(ran).toEqual(['blocked', 'missing', undefined])
  }
})

test('No script reads a cookie, and no other site makes a browser send one with a change', async ({
  page,
  context,
  shop,
}) => {
  const login = new LoginScreen(page)
  await login.open()
  await login.write(administrator.username, administrator.password)
  await expect(page).toHaveURL('/admin/dashboard')
  const cookies = await context.cookies(shop.url)
  expect(cookies.length).toBeGreaterThan(0)
  for (const { httpOnly, sameSite, path } of cookies) {
    expect({ httpOnly, sameSite, path }).toEqual({ httpOnly: true, sameSite: 'Lax', path: '/' })
  }
  expect(await page.evaluate(() => document.cookie)).toBe('')
})
