import { escapeHtml, jsonLd, link, meta } from '../public/head/head-tags.ts'
import { faq } from '../public/home/faq-content.ts'
import type { PageData } from '@priormark/core/site/site-server'
import { pageTitle, type PageName } from './page-names.ts'

/** The pages whose words stand in the code. */
type StillPage = Exclude<PageName, 'blog' | 'blog-post' | 'order'>

const descriptions: Record<StillPage, string> = {
  home: 'Record the fingerprint of your song, game, text or design on a blockchain: proof that it existed, unchanged, no later than that moment. One payment, under 5 minutes, no account.',
  checkout: 'Pay once by card to have the fingerprint of your work recorded on a blockchain.',
  success: 'Your order is in. What happens next, and when.',
  terms: 'What the service does, what it costs, what it cannot do, and the law that applies.',
  privacy: 'What this shop keeps of its visitors and customers, why, for how long, and what you can ask for.',
  verify:
    'Check that a file is the one a proof is for: a proof.json, an evidence ZIP or any OpenTimestamps file. Computed in your browser; nothing is uploaded.',
  'not-found': 'There is no page at this address.',
}

/** Pages that search engines should show; the others are one visitor's own. */
const indexed: ReadonlySet<StillPage> = new Set(['home', 'terms', 'privacy', 'verify'])

/** The part of a page's <head> that differs from page to page, as HTML. */
export function renderHead(name: StillPage, path: string, { shop }: PageData): string {
  const title = pageTitle(name, shop.name)
  const description = descriptions[name]
  const url = `${shop.publicUrl}${path}`
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', shop.name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('name', 'twitter:card', 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
  ]
  if (indexed.has(name)) tags.push(link('canonical', { href: url }))
  else tags.push(meta('name', 'robots', 'noindex'))
  if (name === 'home') tags.push(jsonLd(organization(shop)), jsonLd(faqPage))
  return tags.join('')
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

const faqPage = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}
