import { defineEntity, p } from '@mikro-orm/core'
import type { LegalContent } from '@priormark/core/settings/site-texts'

export const AcceptedTermsSchema = defineEntity({
  name: 'AcceptedTerms',
  tableName: 'accepted_terms',
  properties: {
    /** Made from the content; see accepted-terms.ts in core. */
    id: p.string().length(16).primary(),
    /** The terms as the customer saw them, with all values filled in. */
    content: p.json<LegalContent>(),
    firstAcceptedAt: p.datetime(),
  },
})

/** Terms that an order was placed under. Rows are only inserted. */
export class AcceptedTerms extends AcceptedTermsSchema.class {}
AcceptedTermsSchema.setClass(AcceptedTerms)
