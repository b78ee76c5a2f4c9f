import { everyPolicy, foreignClaims } from '@priormark/core/testing/policy-claims'
import type { PageView } from '@priormark/core/pages/site-server'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { describe, expect, test } from 'vitest'
import { recordingText } from '@priormark/core/settings/policy/recording-texts'
import { laterStartText } from '@priormark/core/settings/policy/rule-texts'
import { openSiteServer } from '../src/rendering/entry-server.tsx'
import { nextSteps } from '../src/public/orders/success/SuccessPage.tsx'
import { shownPost } from './public/blog/blog-fixtures.ts'
import { orderKey, submittedAnchor, testOrder } from './public/orders/order-fixtures.ts'
import { pageData, siteTexts } from './page-data-fixture.ts'

const siteServer = await openSiteServer()

const orders = {
  'waits for its batch': testOrder(),
  'waits until it can no longer be canceled': testOrder({ startsAt: '2026-09-17T10:02:00.000Z' }),
  'is late': testOrder({ recordedBy: '2026-09-05T10:02:00.000Z', isLate: true }),
  'is recorded manually': testOrder({
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

function render(policy: ServicePolicy, path: string, view: PageView | null): string {
  const { head, html } = siteServer.renderPage({
    path,
    data: { ...pageData, policy },
    texts: siteTexts,
    view,
  })
  return blocksOf(`${head}\n${html}`)
}

describe.each(everyPolicy)('a shop that records works by $kinds', (policy) => {
  test.each(pages)('promises nothing else on %s', (_name, path, view) => {
    expect(foreignClaims(render(policy, path, view), policy)).toEqual([])
  })
})

test.each(everyPolicy)(
  'the steps after paying promise nothing else where works are recorded by $kinds',
  (policy) => {
    const textOf = (isWaiting: boolean) =>
      nextSteps(policy, isWaiting)
        .map((step) => step.text)
        .join('\n')
    expect(textOf(false)).toContain(recordingText(policy))
    expect(textOf(true)).toContain(laterStartText)
    expect(textOf(true)).not.toContain(recordingText(policy))
    for (const isWaiting of [false, true]) expect(foreignClaims(textOf(isWaiting), policy)).toEqual([])
  },
)

test('detects a page with another shop’s duration or retention', () => {
  const [manual, evm] = everyPolicy
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
  'It is recognized in 180 countries.',
  'We record it on Polygon.',
])('the sentence "%s" is noticed', (sentence) => {
  for (const policy of everyPolicy) expect(foreignClaims(sentence, policy)).not.toEqual([])
})
