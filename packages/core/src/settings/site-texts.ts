import { readMarkup } from './legal-markup.ts'
import type { HomeContent, LegalContent } from './public-endpoints.ts'
import type { LegalDocument, LegalVersion } from './legal.ts'
import { fillText, type pagePlaceholders } from './fields.ts'
import type { Question, Review, ShopTexts } from './shop-texts.ts'
import { fallbackPrice } from '../platform/limits.ts'
import { formatDollars } from '../platform/money.ts'
import { chainText, keepText, privateText, publicText, witnessTexts } from './policy/publicity-texts.ts'
import { durationText, recordingText, secondRecordText, timeText } from './policy/recording-texts.ts'
import {
  replyText,
  fileRetentionText,
  laterStartText,
  receivedTexts,
  refundText,
} from './policy/rule-texts.ts'
import type { ServicePolicy } from './policy/service-policy.ts'
import type { Shop } from './groups.ts'

/** What the values of the placeholders come from. `price` is null while it is unknown. */
export interface PageFacts {
  shop: Shop
  policy: ServicePolicy
  price: number | null
  /** The host that counts visits; null if they are not counted. */
  analyticsHost: string | null
}

/** Returns the value of every placeholder. */
function pageValues(facts: PageFacts): Record<keyof typeof pagePlaceholders, string> {
  const { shop, policy, price, analyticsHost } = facts
  return {
    shopName: shop.name,
    tradingName: shop.tradingName,
    tradingAddress: shop.tradingAddress,
    supportEmail: shop.supportEmail,
    price: formatDollars(price ?? fallbackPrice.terms),
    chain: chainText(policy),
    witnesses: witnessTexts(policy).join(' '),
    duration: durationText(policy),
    time: timeText(policy),
    recording: recordingText(policy),
    secondRecord: secondRecordText(policy) ?? '',
    received: receivedTexts.join(' '),
    whatIsPublic: `${publicText} ${privateText}`,
    keep: keepText,
    refundRule: refundText,
    laterStart: laterStartText,
    fileRetention: fileRetentionText(policy),
    unpaidFileHours: String(policy.unpaidFileHours),
    replyTime: replyText(shop),
    visitCounting: visitCountingText(analyticsHost),
  }
}

function visitCountingText(analyticsHost: string | null): string {
  if (analyticsHost === null) return 'We do not count any other visits, and we load nothing for advertising.'
  return `Only if you accept, we also count which pages of this site are viewed, that an order was paid and for how much, and the site you came from. This is sent to ${analyticsHost}, without a cookie and without your name, your email address or the link to your order. Nothing is loaded or sent before you accept. If your browser sends the Global Privacy Control signal, we never ask and never count your visits.`
}

/** The texts of the public pages, with placeholders. Only servers have them all. */
export interface SiteTexts {
  faq: readonly Question[]
  reviews: readonly Review[]
  /** Whether the reviews are the samples, which are shown with a rating. */
  areSampleReviews: boolean
  banner: ShopTexts['banner']
  legal: Record<LegalDocument, LegalVersion>
}

/** The page view of earlier terms, for orders that were placed under them. */
export interface AcceptedTermsView {
  kind: 'terms'
  content: LegalContent
}

/** Returns the content of the landing page. */
export function homeContent({ faq, reviews, areSampleReviews }: SiteTexts, facts: PageFacts): HomeContent {
  const values = pageValues(facts)
  return {
    faq: faq.map(({ question, answer }) => ({
      question: fillText(question, values),
      answer: fillText(answer, values),
    })),
    reviews: [...reviews],
    areSampleReviews,
  }
}

/** Returns the content of a legal page. Values are filled in after the markup is read, so that they cannot contain markup. */
export function legalContent({ text, lastUpdated }: LegalVersion, facts: PageFacts): LegalContent {
  const values = pageValues(facts)
  const fill = <Part extends { text: string }>(parts: Part[]): Part[] =>
    parts.map((part) => ({ ...part, text: fillText(part.text, values) }))
  const sections = readMarkup(text).map(({ title, blocks }) => ({
    title: fillText(title, values),
    blocks: blocks.map((block) =>
      block.kind === 'list'
        ? { ...block, items: block.items.map(fill) }
        : { ...block, content: fill(block.content) },
    ),
  }))
  return { lastUpdated, sections }
}
