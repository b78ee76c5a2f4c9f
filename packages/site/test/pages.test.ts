import { readFileSync } from 'node:fs'
import { accountingYears, sessionCookieDays } from '@priormark/core/platform/retention'
import { cpuMilliseconds, isCostly } from '@priormark/core/testing/cpu-time'
import { describe, expect, test } from 'vitest'
import { openSiteServer, renderOffline } from '../src/rendering/entry-server.tsx'
import { pathForStatistics } from '../src/rendering/pages.ts'
import { refundText } from '@priormark/core/settings/policy/rule-texts'
import { pageData, siteTexts } from './page-data-fixture.ts'

const siteServer = await openSiteServer()
const { canonicalPath, sitemapPaths } = siteServer
const render = (path: string, data = pageData, texts = siteTexts) =>
  siteServer.renderPage({ path, data, texts, view: null })

/** Returns the visible text of HTML. */
function textOf(html: string): string {
  return html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

describe('the landing page', () => {
  const { status, html, head } = render('/')
  const text = textOf(html)

  test('renders completely on the server', () => {
    expect(status).toBe(200)
    // The texts of the specification are in landing-words.test.ts.
    expect(text).toContain('$12.50')
    expect(text).toContain('© 2026 Priormark')
  })

  test('lists the seven kinds of work', () => {
    for (const kind of [
      'Logos and Marketing',
      'Dramatic Works',
      'Music',
      'Literature',
      'Education and Training',
      'Software',
      'Art Work',
    ]) {
      expect(html).toContain(`<h3>${kind}</h3>`)
    }
  })

  test('has the sections that the header links to', () => {
    for (const id of ['how-it-works', 'why-it-works', 'reviews', 'protect-now']) {
      expect(html).toContain(`id="${id}"`)
      expect(html).toContain(`href="/#${id}"`)
    }
  })

  test('shows only the upload area of the form at first', () => {
    expect(html).not.toContain('name="firstName"')
  })

  test('asks seven questions and shows three reviews', () => {
    expect(html.match(/<details/g)).toHaveLength(7)
    expect(html.match(/<blockquote/g)).toHaveLength(3)
  })

  test('shows each review with an avatar, and the initials for an avatar that does not load', () => {
    const avatars = [...html.matchAll(/>([A-Z]{2})<img src="([^"]+)" alt=""/g)]
    expect(avatars.map(([, initials]) => initials)).toEqual(['MO', 'TL', 'PN'])
    for (const [, , path] of avatars)
      expect(readFileSync(new URL(`../static${path}`, import.meta.url), 'utf8')).toContain('<svg')
  })

  test('has metadata for search engines', () => {
    expect(head).toContain('<link rel="canonical" href="https://priormark.example/">')
    expect(head).toContain('property="og:title"')
    expect(head).toContain('name="twitter:card"')
    const scripts = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    const kinds = scripts.map(([, json]) => JSON.parse(json ?? 'null')['@type'])
    expect(kinds).toEqual(['Organization', 'FAQPage'])
  })

  test('has no inline styles, which the Content Security Policy would block', () => {
    expect(html).not.toMatch(/\sstyle="/)
  })
})

describe('other pages', () => {
  test('show the default prices while the current price is unknown', () => {
    const unknown = { ...pageData, price: null }
    expect(render('/', unknown).html).toContain('$8.97')
    expect(render('/checkout', unknown).html).toContain('$8.97')
    expect(render('/terms', unknown).html).toContain('$14.77')
  })

  test('checkout shows its progress and hydrates at once', () => {
    const { html, head } = render('/checkout')
    const text = textOf(html)
    for (const phrase of [
      'Complete Your Purchase',
      'Order summary',
      'Total',
      'Preparing checkout...',
      'Back to form',
    ])
      expect(text).toContain(phrase)
    expect(html).toContain('data-hydrate-now')
    expect(head).toContain('noindex')
  })

  test('success thanks the customer only once it knows of a payment', () => {
    const text = textOf(render('/success').html)
    for (const phrase of ['Checking your order...', 'support@example.org', 'Return to Home'])
      expect(text).toContain(phrase)
    expect(text).not.toContain('Thank You')
  })

  test('the checkout hides the header and has no links that lead away', () => {
    expect(render('/terms').html).toContain('<header')
    const { html } = render('/checkout')
    expect(html).not.toContain('<header')
    expect(new Set(html.match(/href="[^"]*"/g))).toEqual(
      new Set(['href="#main"', 'href="mailto:support@example.org"']),
    )
  })

  test('terms contain the required statements', () => {
    const text = textOf(render('/terms').html)
    for (const phrase of [
      'Terms and Conditions',
      'April 28, 2025',
      '179 countries',
      'Berne Convention',
      refundText,
      'one month',
      '50 MB',
      'adult material',
      'illegal under UK law',
      'within 48 hours on working days',
      'Go Back',
    ]) {
      expect(text).toContain(phrase)
    }
  })

  test('an unknown address returns 404 with a hint for developers', () => {
    const { status, html, head } = render('/no-such-page')
    expect(status).toBe(404)
    expect(textOf(html)).toContain('404 Page Not Found')
    expect(html).toContain('router')
    expect(head).toContain('noindex')
    expect(canonicalPath('/no-such-page')).toBeNull()
    expect(canonicalPath('/constructor')).toBeNull()
  })

  test('a trailing slash is removed from the canonical address', () => {
    expect(canonicalPath('/terms/')).toBe('/terms')
  })

  test('a run of slashes costs no more than another unknown address', async () => {
    const ordinaryMs = await cpuMilliseconds(() => render('/no-such-page'))
    const path = `${'/'.repeat(16_000)}x`
    expect(await isCostly(() => canonicalPath(path), ordinaryMs)).toBe(false)
    expect(await isCostly(() => render(path), ordinaryMs)).toBe(false)
    expect(await isCostly(() => render(`/blog${path}`), ordinaryMs)).toBe(false)
  })

  test('test payments are marked', () => {
    expect(render('/').html).not.toContain('Test payments')
    expect(render('/', { ...pageData, paymentsMode: 'embedded' }).html).toContain('Test payments')
  })

  test('offline has its own page', () => {
    expect(renderOffline()).toContain('You’re offline')
  })
})

test('escapes page data in its script element', () => {
  const shop = { ...pageData.shop, name: '</script><script>alert(1)</script>' }
  const { data, head } = render('/', { ...pageData, shop })
  expect(data.match(/<\/script>/g)).toHaveLength(1)
  expect(head).not.toContain('<script>alert')
})

test('without reviews, their section, rating and navigation entry are not shown', () => {
  const { html } = render('/', { ...pageData, hasReviews: false }, { ...siteTexts, reviews: [] })
  for (const absent of ['blockquote', '4.5 out of 5', 'href="/#reviews"', 'id="reviews"'])
    expect(html).not.toContain(absent)
})

describe('the privacy page', () => {
  const textFor = (days: number) =>
    textOf(
      render('/privacy', {
        ...pageData,
        policy: { ...pageData.policy, fileRetentionDays: days, unpaidFileHours: 36 },
      }).html,
    )

  test('states who is responsible, where to complain, and the retention periods that are enforced', () => {
    const text = textFor(45)
    for (const phrase of [
      'Alex',
      '1 Example Street, London',
      'support@example.org',
      'We delete our copy 45 days after your order is complete or refunded.',
      'we delete it 36 hours after you last used your order',
      `for ${sessionCookieDays} days`,
      `${accountingYears} years`,
      'Information Commissioner’s Office',
      'how many times each blog post is opened per day',
      'We do not count any other visits',
    ]) {
      expect(text).toContain(phrase)
    }
  })

  test('states where visits are counted, and lets the visitor change the choice', () => {
    const analytics = { url: 'https://stats.example.org/api/event', site: 'priormark.example' }
    const text = textOf(render('/privacy', { ...pageData, analytics }).html)
    expect(text).toContain('This is sent to stats.example.org')
    expect(text).toContain('Your choice about visit counting')
    expect(text).not.toContain('We do not count any other visits')
  })

  test('is in the sitemap and linked from every page', () => {
    expect(sitemapPaths).toContain('/privacy')
    expect(render('/privacy').head).toContain(
      '<link rel="canonical" href="https://priormark.example/privacy">',
    )
    expect(render('/').html).toContain('href="/privacy"')
  })
})

test('pathForStatistics removes the keys of orders and previews', () => {
  const key = 'k'.repeat(43)
  expect(pathForStatistics(`/order/${key}`)).toBe('/order')
  expect(pathForStatistics(`/order/${key}/`)).toBe('/order')
  expect(pathForStatistics(`/blog/preview/${key}`)).toBe('/blog/preview')
  expect(pathForStatistics('/blog/a-post')).toBe('/blog/a-post')
})
