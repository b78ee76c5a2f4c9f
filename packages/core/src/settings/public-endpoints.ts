import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { legalDocuments } from './legal.ts'

const Inline = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string() }),
  v.object({ kind: v.literal('bold'), text: v.string() }),
  v.object({ kind: v.literal('link'), text: v.string(), href: v.string() }),
])

const Block = v.variant('kind', [
  v.object({ kind: v.literal('paragraph'), content: v.array(Inline) }),
  v.object({ kind: v.literal('list'), items: v.array(v.array(Inline)) }),
])

/** The texts of single pages, for browsers that come from another page and have not got them. */
export const pageTextEndpoints = {
  home: endpoint('GET', '/api/page-texts/home', {
    access: 'public',
    reply: v.object({
      faq: v.array(v.object({ question: v.string(), answer: v.string() })),
      reviews: v.array(
        v.object({ name: v.string(), role: v.string(), testimonial: v.string(), avatarUrl: v.string() }),
      ),
      areSampleReviews: v.boolean(),
    }),
  }),
  legal: endpoint('GET', '/api/page-texts/legal/:document', {
    access: 'public',
    params: v.object({ document: v.picklist(legalDocuments) }),
    reply: v.object({
      lastUpdated: v.string(),
      sections: v.array(v.object({ title: v.string(), blocks: v.array(Block) })),
    }),
  }),
}
