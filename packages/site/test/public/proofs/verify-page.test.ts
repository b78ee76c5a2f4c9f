import { expect, test } from 'vitest'
import { openSiteServer } from '../../../src/rendering/entry-server.tsx'
import { pageData, siteTexts } from '../../page-data-fixture.ts'

const siteServer = await openSiteServer()
const { status, head, html } = siteServer.renderPage({
  path: '/verify',
  data: pageData,
  texts: siteTexts,
  view: null,
})

test('has its own indexed page', () => {
  expect(status).toBe(200)
  expect(siteServer.canonicalPath('/verify/')).toBe('/verify')
  expect(siteServer.sitemapPaths).toContain('/verify')
  expect(head).toContain('<title>Verify a file and its proof | Priormark</title>')
  expect(head).toContain('<link rel="canonical" href="https://priormark.example/verify">')
  expect(head).toMatch(/name="description" content="[^"]{50,160}"/)
})

test('renders completely on the server and hydrates at once', () => {
  expect(html).toContain('data-hydrate-now')
  expect(html).toContain('Drop the file and its proof here')
  expect(html).toMatch(/<input id="verify-files" type="file" multiple=""/)
  expect(html).toContain('What it doesn’t show')
  expect(html).not.toMatch(/\sstyle="/)
})
