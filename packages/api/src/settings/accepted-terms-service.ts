import { TermsId } from '@priormark/core/orders/accepted-terms'
import type { LegalContent } from '@priormark/core/settings/public-endpoints'
import * as v from 'valibot'
import type { Em } from '../platform/database/database.ts'
import { sha256Hex } from '../platform/sha256.ts'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { queries } from './tables.ts'

/** Terms that an order was placed under. Rows are only inserted. */
export const AcceptedTerms = defineEntity({
  name: 'AcceptedTerms',
  properties: {
    /** The beginning of the SHA-256 of the content; see accepted-terms.ts in core. */
    id: p.string().length(16).primary(),
    /** The terms as the customer saw them, with all values filled in. */
    content: p.json<LegalContent>(),
    firstAcceptedAt: p.datetime(),
  },
})
export type AcceptedTerms = InferEntity<typeof AcceptedTerms>

/** Returns the id of terms as they are shown. */
export function termsIdOf(content: LegalContent): string {
  return sha256Hex(JSON.stringify(content)).slice(0, 16)
}

/** Stores terms that a customer accepts, unless they are already stored. Returns their id. */
export async function storeTerms(em: Em, content: LegalContent): Promise<string> {
  const id = termsIdOf(content)
  await queries(em)
    .insertInto('accepted_terms')
    .values({ id, content: sql`${JSON.stringify(content)}::jsonb`, first_accepted_at: sql`now()` })
    .onConflict((oc) => oc.column('id').doNothing())
    .execute()
  return id
}

/** Returns terms that were accepted, or null for an unknown id. */
export async function readTerms(em: Em, id: string): Promise<LegalContent | null> {
  const terms = v.is(TermsId, id) ? await em.findOne(AcceptedTerms, { id }) : null
  return terms?.content ?? null
}
