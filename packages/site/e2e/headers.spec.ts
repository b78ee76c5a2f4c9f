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

for (const path of everywhere) {
  test(`${path} is sent with what keeps a browser safe`, async ({ page, complaints }) => {
    complaints.expect(/404/)
    const answer = await page.goto(path)
    const headers = answer?.headers() ?? {}
    const policy = new Map(
      (headers['content-security-policy'] ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        return [name, sources]
      }),
    )
    expect(policy.get('default-src')).toEqual(["'self'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
    const scripts = policy.get('script-src') ?? []
    expect(scripts).toContain("'self'")
    for (const loose of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'data:', 'blob:'])
      expect(scripts).not.toContain(loose)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
}

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
