import type { BlogView } from '@priormark/core/blog/blog-view'
import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import { proofImagePath, siteImagePath } from '@priormark/core/pages/share-image'
import type { PageData, PageView } from '@priormark/core/pages/site-server'
import { legalTitles } from '@priormark/core/settings/legal'
import type { Shop } from '@priormark/core/settings/groups'
import type { HomeContent } from '@priormark/core/settings/public-endpoints'
import { blogHead } from '../public/blog/blog-head.ts'
import { escapeHtml, jsonLd, link, meta, shareImageTags } from '../public/platform/head-tags.ts'
import type { PublicPage } from './pages.ts'

/** For search engines and link previews, by the path of a page. Any other page has a view, from which its head is made. */
export const descriptions: Readonly<Record<string, string>> = {
  '*': 'There is no page at this address.',
  '/': 'We seal the fingerprint of your song, game, text or design into a public blockchain: proof that it existed, unchanged, no later than that moment. One payment, no account.',
  '/checkout': 'Pay once by card to have the fingerprint of your work sealed into a public blockchain.',
  '/success': 'What happens after your order, and when.',
  '/verify':
    'Check that a file is the one a proof is for: a proof.json, an evidence ZIP or any OpenTimestamps file. Computed in your browser; nothing is uploaded.',
  '/terms': 'What the service does, what it costs, what it cannot do, and the law that applies.',
  '/privacy':
    'What this shop keeps of its visitors and customers, why, for how long, and what you can ask for.',
  '/my-works': 'Get the links to your orders again, by email.',
}

/**
 * Returns the page-specific part of the <head> as HTML. For pages without a view.
 * @param home the content of the landing page; undefined for any other page
 * @param proofId the proof that the link to the page is about; null for none
 */
export function pageHead(
  { path: pattern, title: titleFor, index }: PublicPage,
  path: string,
  { shop }: PageData,
  { home, proofId }: { home: HomeContent | undefined; proofId: string | null },
): string {
  const title = titleFor(shop.name)
  const description = descriptions[pattern] ?? ''
  const url = `${shop.publicUrl}${path}`
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', shop.name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', proofId === null ? url : shop.publicUrl + proofPagePath(proofId)),
    ...(proofId === null
      ? shareImageTags(shop.publicUrl + siteImagePath, `${shop.name}, and the seal of a work`)
      : shareImageTags(shop.publicUrl + proofImagePath(proofId), 'The seal of a work, and its date')),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
  ]
  if (index) tags.push(link('canonical', { href: url }))
  else tags.push(meta('name', 'robots', 'noindex'))
  if (home !== undefined) tags.push(jsonLd(organization(shop)), jsonLd(faqPage(home)))
  return tags.join('')
}

/** Returns the page-specific part of the <head> of a page with a view. */
export function viewHead(view: PageView, shop: Shop): string {
  const { title, tags } = isBlogView(view) ? blogHead(view, shop) : privateHead(view, shop)
  return `<title>${escapeHtml(title)}</title>${tags.join('')}`
}

function isBlogView(view: PageView): view is BlogView {
  return !(view.kind in privateTitles)
}

/** Search engines should find none of these: an order's page is secret, and accepted terms are no longer the current ones. */
const privateTitles: Record<Exclude<PageView, BlogView>['kind'], string> = {
  order: 'Your order, step by step',
  missing: 'We can’t find this order',
  failed: 'Your order can’t be shown right now',
  terms: legalTitles.terms,
}

/** The head contains neither the order's name nor its address, which is a secret. */
function privateHead({ kind }: Exclude<PageView, BlogView>, { name }: Shop) {
  return { title: `${privateTitles[kind]} | ${name}`, tags: [meta('name', 'robots', 'noindex')] }
}

function organization(shop: PageData['shop']) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: shop.name,
    legalName: shop.tradingName,
    url: `${shop.publicUrl}/`,
    logo: `${shop.publicUrl}/icon.svg`,
    email: shop.supportEmail,
    address: shop.tradingAddress,
  }
}

function faqPage({ faq }: HomeContent) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
