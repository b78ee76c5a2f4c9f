import { defaultLegal } from '@priormark/core/settings/default-legal'
import { defaultShopTexts } from '@priormark/core/settings/default-shop-texts'
import path from 'node:path'
import process from 'node:process'
import { encodeText } from '../../src/pages/page-response.ts'
import { fillTemplate, openSiteBuild } from '../../src/pages/site-source.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const siteDir = path.resolve(import.meta.dirname, '../../../site')

/** The data that pages are rendered from. */
export const pageData = {
  price: 8.97,
  year: 2026,
  paymentsMode: 'embedded',
  analytics: null,
  policy: { kinds: ['manual'], chains: [], fileRetentionDays: 30, unpaidFileHours: 24, deliveryHours: 48 },
  termsId: '0123456789abcdef',
  hasReviews: true,
  shop: {
    name: 'Priormark',
    supportEmail: 'support@priormark.example',
    tradingName: 'Priormark, a sole trader',
    tradingAddress: '1 Example Street, London, United Kingdom',
    replyHours: 48,
    publicUrl: 'http://localhost:3000',
  },
} as const

/** The texts that the software comes with. */
export const siteTexts = { ...defaultShopTexts, areSampleReviews: true, legal: defaultLegal } as const

/** The cost of rendering a page without the cache, and of compressing it. */
export async function measureUncachedPages(): Promise<Section> {
  const site = await openSiteBuild(siteDir)
  const [server, template] = [await site.server(), await site.readTemplate('/')]
  const render = (page: string) =>
    fillTemplate(template, server.renderPage({ path: page, data: pageData, texts: siteTexts, view: null }))
  const figures: Figure[] = ['/', '/checkout', '/success', '/terms', '/404'].map((page) => ({
    what: `render ${page}`,
    value: cpuMsOf(() => void render(page), 300),
    unit: 'ms CPU',
    goal: { atMost: 0.3 },
  }))
  const before = process.cpuUsage()
  const times = 10
  for (let index = 0; index < times; index += 1) await encodeText('text/html', Buffer.from(render('/')))
  const { user, system } = process.cpuUsage(before)
  figures.push({
    what: 'render / and compress it for the cache, once for each change',
    value: (user + system) / 1000 / times,
    unit: 'ms CPU',
    note: 'Brotli at its highest, off the main thread',
  })
  return { title: 'Page not in the cache', figures, skipped: [] }
}

/** CPU of one call in milliseconds: the median of batches, after a warm-up. */
export function cpuMsOf(call: () => void, calls: number): number {
  for (let index = 0; index < calls; index += 1) call()
  const batches = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    for (let index = 0; index < calls; index += 1) call()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / calls
  })
  return median(batches)
}
