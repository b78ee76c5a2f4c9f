import { accountingYears, sessionCookieDays } from '@priormark/core/retention'
import { describe, expect, test } from 'vitest'
import { openSiteServer, renderOffline } from '../src/app/entry-server.tsx'
import { pathForStatistics } from '../src/app/pages.ts'
import { faq } from '../src/public/home/faq-content.ts'
import { reviews } from '../src/public/home/reviews-content.ts'
import { pageData } from './page-data-fixture.ts'

const siteServer = await openSiteServer()
const { canonicalPath, sampleWarnings, sitemapPaths } = siteServer
const draw = (path: string, data = pageData) => siteServer.renderPage({ path, data, view: null })

/** The text of drawn HTML as a reader meets it. */
function textOf(html: string): string {
  return html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

describe('the landing page', () => {
  const { status, html, head } = draw('/')
  const text = textOf(html)

  test('is complete without a script', () => {
    expect(status).toBe(200)
    for (const words of [
      'Secure your ideas on the blockchain in minutes',
      'How It Works',
      'Upload',
      'Pay Once',
      'Protect Forever',
      'Verify',
      'Protect Your Work Now',
      'Drag and drop your file here',
      'Browse Files',
      'Maximum file size: 50MB',
      'Why This Works',
      'What Can Be Protected',
      '4.5 out of 5',
      'AT RISK',
      'VERIFIED',
      '$12.50',
      '© 2026 Priormark',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('names the seven kinds of work', () => {
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

  test('has the sections that the header leads to', () => {
    for (const id of ['how-it-works', 'why-it-works', 'reviews', 'protect-now']) {
      expect(html).toContain(`id="${id}"`)
      expect(html).toContain(`href="/#${id}"`)
    }
  })

  test('shows only the upload area of the form at first', () => {
    expect(html).not.toContain('name="firstName"')
  })

  test('asks seven questions and shows three reviews', () => {
    expect(faq).toHaveLength(7)
    expect(html.match(/<details/g)).toHaveLength(7)
    expect(reviews).toHaveLength(3)
    expect(html.match(/<blockquote/g)).toHaveLength(3)
  })

  test('tells search engines what it is', () => {
    expect(head).toContain('<link rel="canonical" href="https://priormark.example/">')
    expect(head).toContain('property="og:title"')
    expect(head).toContain('name="twitter:card"')
    const scripts = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    const kinds = scripts.map(([, json]) => JSON.parse(json ?? 'null')['@type'])
    expect(kinds).toEqual(['Organization', 'FAQPage'])
  })

  test('carries no inline style, which the content security policy would refuse', () => {
    expect(html).not.toMatch(/\sstyle="/)
  })
})

describe('other pages', () => {
  test('show the stated prices while the real one is not known', () => {
    const unknown = { ...pageData, price: null }
    expect(draw('/', unknown).html).toContain('$8.97')
    expect(draw('/checkout', unknown).html).toContain('$8.97')
    expect(draw('/terms', unknown).html).toContain('$14.77')
  })

  test('checkout prepares itself, and hydrates at once', () => {
    const { html, head } = draw('/checkout')
    const text = textOf(html)
    for (const words of [
      'Complete Your Purchase',
      'Order summary',
      'Total',
      'Preparing checkout...',
      'Back to form',
    ])
      expect(text).toContain(words)
    expect(html).toContain('data-hydrate-now')
    expect(head).toContain('noindex')
  })

  test('success says thanks and what comes next', () => {
    const text = textOf(draw('/success').html)
    for (const words of ['Thank You for Your Order!', '24-48 hours', 'support@example.org', 'Return to Home'])
      expect(text).toContain(words)
  })

  test('terms say what binds', () => {
    const text = textOf(draw('/terms').html)
    for (const words of [
      'Terms and Conditions',
      'April 28, 2025',
      '179 countries',
      'Berne Convention',
      'no refund after payment',
      'one month',
      '50 MB',
      'adult material',
      'illegal under UK law',
      'within 48 hours on working days',
      'Go Back',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('an unknown address is a 404 with a hint for the developer', () => {
    const { status, html, head } = draw('/no-such-page')
    expect(status).toBe(404)
    expect(textOf(html)).toContain('404 Page Not Found')
    expect(html).toContain('router')
    expect(head).toContain('noindex')
    expect(canonicalPath('/no-such-page')).toBeNull()
    expect(canonicalPath('/constructor')).toBeNull()
  })

  test('a slash at the end leads to the one address of a page', () => {
    expect(canonicalPath('/terms/')).toBe('/terms')
  })

  test('test payments are announced, real ones are not', () => {
    expect(draw('/').html).not.toContain('Test payments')
    expect(draw('/', { ...pageData, paymentsMode: 'embedded' }).html).toContain('Test payments')
  })

  test('offline has words of its own', () => {
    expect(renderOffline()).toContain('You are offline')
  })
})

test('page data cannot end the script element that carries it', () => {
  const shop = { ...pageData.shop, name: '</script><script>alert(1)</script>' }
  const { data, head } = draw('/', { ...pageData, shop })
  expect(data.match(/<\/script>/g)).toHaveLength(1)
  expect(head).not.toContain('<script>alert')
})

test('an operator is told about sample reviews', () => {
  expect(sampleWarnings.join()).toContain('reviews-content.ts')
})

describe('the privacy page', () => {
  const textFor = (days: number) =>
    textOf(draw('/privacy', { ...pageData, fileRetentionDays: days, unpaidFileHours: 36 }).html)

  test('names who is responsible, where to complain, and the numbers that the sweepers go by', () => {
    const text = textFor(45)
    for (const words of [
      'Alex',
      '1 Example Street, London',
      'support@example.org',
      'until 45 days after your order is complete',
      'we delete it 36 hours after you last used your order',
      `for ${sessionCookieDays} days`,
      `${accountingYears} years`,
      'Information Commissioner’s Office',
      'We do not count visits',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('says where visits are counted, and lets the answer be changed there', () => {
    const analytics = { url: 'https://stats.example.org/api/event', site: 'priormark.example' }
    const text = textOf(draw('/privacy', { ...pageData, analytics }).html)
    expect(text).toContain('This is sent to stats.example.org')
    expect(text).toContain('Your choice about visit counting')
    expect(text).not.toContain('We do not count visits')
  })

  test('is found by search engines and from every page', () => {
    expect(sitemapPaths).toContain('/privacy')
    expect(draw('/privacy').head).toContain('<link rel="canonical" href="https://priormark.example/privacy">')
    expect(draw('/').html).toContain('href="/privacy"')
  })
})

test('statistics get no address that leads to an order or a draft', () => {
  const key = 'k'.repeat(43)
  expect(pathForStatistics(`/order/${key}`)).toBe('/order')
  expect(pathForStatistics(`/order/${key}/`)).toBe('/order')
  expect(pathForStatistics(`/blog/preview/${key}`)).toBe('/blog/preview')
  expect(pathForStatistics('/blog/a-post')).toBe('/blog/a-post')
})
