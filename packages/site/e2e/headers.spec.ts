import { expect, test } from './fixtures.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'

const paths = [
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

test('sends security headers with every path', async ({ request }) => {
  for (const path of paths) {
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

test('sends a short policy with files, under which a worker may only load and read from the shop', async ({
  request,
}) => {
  const headers = (await request.get('/assets/none.js')).headers()
  expect(headers['content-security-policy']).toBe(
    "default-src 'none';connect-src 'self';script-src 'self' 'wasm-unsafe-eval'",
  )
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['referrer-policy']).toBeUndefined()
})

test('does not apply an injected style in the admin', async ({ page, browserErrors }) => {
  browserErrors.allow(/Content Security Policy/i)
  await page.goto('/admin/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  const isHidden = await page.evaluate(() => {
    document.head.insertAdjacentHTML('beforeend', '<style>body { visibility: hidden }</style>')
    return getComputedStyle(document.body).visibility === 'hidden'
  })
  expect(isHidden).toBe(false)
})

test('does not run an injected script', async ({ page, browserErrors }) => {
  browserErrors.allow(/Content Security Policy/i)
  // The missing image, whose error handler must not run.
  browserErrors.allow(/404/)
  for (const path of ['/', '/admin/login']) {
    await page.goto(path)
    const ran = await page.evaluate(async () => {
      const inline = document.createElement('script')
      inline.textContent = 'window.injected = true'
      const foreign = document.createElement('script')
      foreign.src = 'https://evil.example/a.js'
      const failed = new Promise((resolve) => foreign.addEventListener('error', () => resolve('blocked')))
      const image = document.createElement('div')
      image.innerHTML = '<img src="/none.png" onerror="window.injected = true">'
      // Runs after the handler in the markup would have.
      const missing = new Promise((resolve) =>
        image.firstElementChild?.addEventListener('error', () => resolve('missing')),
      )
      document.body.append(inline, foreign, image)
      return [await failed, await missing, Reflect.get(window, 'injected')]
    })
    expect(ran).toEqual(['blocked', 'missing', undefined])
  }
})

test('hides cookies from scripts and from cross-site changes', async ({ page, context, shop }) => {
  const login = new LoginScreen(page)
  await login.open()
  await login.submitWith(administrator.username, administrator.password)
  await expect(page).toHaveURL('/admin/dashboard')
  const cookies = await context.cookies(shop.url)
  expect(cookies.length).toBeGreaterThan(0)
  for (const { httpOnly, sameSite, path } of cookies) {
    expect({ httpOnly, sameSite, path }).toEqual({ httpOnly: true, sameSite: 'Lax', path: '/' })
  }
  expect(await page.evaluate(() => document.cookie)).toBe('')
})
