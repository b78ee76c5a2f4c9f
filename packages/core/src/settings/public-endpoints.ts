import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { legalDocuments } from './legal.ts'

/** A part of a line. Bold and links do not contain each other. */
const Inline = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string() }),
  v.object({ kind: v.literal('bold'), text: v.string() }),
  v.object({ kind: v.literal('link'), text: v.string(), href: v.string() }),
])
export type Inline = v.InferOutput<typeof Inline>

const Block = v.variant('kind', [
  v.object({ kind: v.literal('paragraph'), content: v.array(Inline) }),
  v.object({ kind: v.literal('list'), items: v.array(v.array(Inline)) }),
])
export type Block = v.InferOutput<typeof Block>

/** What the landing page shows of the settings. */
const HomeContent = v.object({
  faq: v.array(v.object({ question: v.string(), answer: v.string() })),
  reviews: v.array(
    v.object({ name: v.string(), role: v.string(), testimonial: v.string(), avatarUrl: v.string() }),
  ),
  areSampleReviews: v.boolean(),
})
export type HomeContent = v.InferOutput<typeof HomeContent>

/** What a legal page shows. A section is a heading with what follows it. */
const LegalContent = v.object({
  lastUpdated: v.string(),
  sections: v.array(v.object({ title: v.string(), blocks: v.array(Block) })),
})
export type LegalContent = v.InferOutput<typeof LegalContent>

/** The texts of single pages, for visitors who navigate from another page, whose HTML lacks these texts. */
export const pageTextEndpoints = {
  home: endpoint('GET', '/api/page-texts/home', { access: 'public', reply: HomeContent }),
  legal: endpoint('GET', '/api/page-texts/legal/:document', {
    access: 'public',
    params: v.object({ document: v.picklist(legalDocuments) }),
    reply: LegalContent,
  }),
}
