import { defineEntity, p } from '@mikro-orm/core'
import { legalDocuments } from '@priormark/core/settings/legal'

export const LegalVersionSchema = defineEntity({
  name: 'LegalVersion',
  tableName: 'legal_version',
  properties: {
    document: p.enum(legalDocuments).primary(),
    /** Starts at 2 for each document, after the default. */
    number: p.integer().primary(),
    /** Null is the text that the software comes with. */
    text: p.text().nullable(),
    publishedAt: p.datetime(),
    publishedBy: p.string().length(200),
  },
})

/** A published version of the terms or of the privacy page. Rows are only inserted. */
export class LegalVersion extends LegalVersionSchema.class {}
LegalVersionSchema.setClass(LegalVersion)
