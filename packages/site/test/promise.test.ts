import { everyPromise, foreignClaims } from '@priormark/core/testing/promise-claims'
import type { PageView } from '@priormark/core/site/site-server'
import type { ShopPromise } from '@priormark/core/promise/shop-promise'
import { describe, expect, test } from 'vitest'
import { recordingText } from '@priormark/core/promise/recording-texts'
import { openSiteServer } from '../src/app/entry-server.tsx'
import { nextSteps } from '../src/public/success/next-steps.ts'
import { shownPost } from './blog-fixtures.ts'
import { orderKey, submittedAnchor, testOrder } from './order-fixtures.ts'
import { pageData } from './page-data-fixture.ts'

const siteServer = await openSiteServer()

const orders = {
  'waits for its batch': testOrder(),
  'waits until it can no longer be canceled': testOrder({ startsAt: '2026-09-17T10:02:00.000Z' }),
  'is recorded by hand': testOrder({
    step: 'queued',
    anchors: [submittedAnchor({ kind: 'manual', state: 'queued' })],
  }),
}

const pages: [string, string, PageView | null][] = [
  ...['/', '/checkout', '/success', '/terms', '/privacy', '/verify', '/my-works'].map(
    (path): [string, string, PageView | null] => [path, path, null],
  ),
  ['a post', `/blog/${shownPost.slug}`, { kind: 'post', post: shownPost, isPreview: false }],
  ...Object.entries(orders).map(([name, order]): [string, string, PageView | null] => [
    `the page of an order that ${name}`,
    `/order/${orderKey}`,
    { kind: 'order', key: orderKey, order },
  ]),
]

function blocksOf(html: string): string {
  return html
    .replaceAll(/<(?:style|script(?! type="application\/ld\+json"))\b.*?<\/(?:style|script)>/gs, '\n')
    .replaceAll('<!-- -->', '')
    .replaceAll(/<\/?(?:a|b|em|span|code|time)\b[^>]*>/g, '')
    .replaceAll(/<meta [^>]*content="([^"]*)"[^>]*>/g, '\n$1\n')
    .replaceAll(/<[^>]+>|"(?:text|name)":|"[,}]/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function render(promise: ShopPromise, path: string, view: PageView | null): string {
  const { head, html } = siteServer.renderPage({ path, data: { ...pageData, promise }, view })
  return blocksOf(`${head}\n${html}`)
}

describe.each(everyPromise)('a shop that records works by $kinds', (promise) => {
  test.each(pages)('promises nothing else on %s', (_name, path, view) => {
    expect(foreignClaims(render(promise, path, view), promise)).toEqual([])
  })
})

test.each(everyPromise)(
  'the steps after paying promise nothing else where works are recorded by $kinds',
  (promise) => {
    const text = nextSteps(promise)
      .map((step) => step.text)
      .join('\n')
    expect(text).toContain(recordingText(promise))
    expect(foreignClaims(text, promise)).toEqual([])
  },
)

test('a page with another shop’s duration or retention is noticed', () => {
  const [manual, evm] = everyPromise
  if (manual === undefined || evm === undefined) throw new Error('No configurations')
  for (const path of ['/', '/terms'])
    expect(foreignClaims(render(manual, path, null), evm), path).not.toEqual([])
  expect(foreignClaims(render(manual, '/privacy', null), { ...manual, fileRetentionDays: 7 })).not.toEqual([])
})

test.each([
  'You get your money back at any time.',
  'There is no refund after payment.',
  'Only the hash and the project details go on the blockchain.',
  'We reply with a link in 3 days.',
  'This takes minutes.',
])('the sentence "%s" is noticed', (sentence) => {
  for (const promise of everyPromise) expect(foreignClaims(sentence, promise)).not.toEqual([])
})
