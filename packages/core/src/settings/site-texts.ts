import { readMarkup, type LegalSection } from './legal-markup.ts'
import type { LegalDocument, LegalVersion } from './legal.ts'
import { pageValues, type PageFacts } from './page-values.ts'
import { fillText } from './placeholders.ts'
import type { Question, Review, ShopTexts } from './shop-texts.ts'

/** The texts of the public pages, with placeholders. Only servers have them all. */
export interface SiteTexts {
  faq: readonly Question[]
  reviews: readonly Review[]
  /** The reviews are the samples, which are shown with a rating. */
  areSampleReviews: boolean
  banner: ShopTexts['banner']
  legal: Record<LegalDocument, LegalVersion>
}

/** What the landing page shows of the settings. */
export interface HomeContent {
  faq: Question[]
  reviews: readonly Review[]
  areSampleReviews: boolean
}

/** What a legal page shows. */
export interface LegalContent {
  lastUpdated: string
  sections: LegalSection[]
}

/** What the page of terms that orders were placed under shows. */
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
    reviews,
    areSampleReviews,
  }
}

/** Returns the content of a legal page. Values are filled in after the markup is read, so that they cannot contain any. */
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
