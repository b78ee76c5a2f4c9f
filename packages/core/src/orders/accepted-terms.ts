import * as v from 'valibot'

/** The id of accepted terms, derived from their text, so that the same text always has the same id. */
export const TermsId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))

/** What a 409 `terms_changed` has in addition: the current terms, which the next request may name. */
export const ChangedTerms = v.object({ termsId: TermsId })

/** The path of the terms that an order was placed under; for null, as in the sample order, that of the current terms. */
export function termsPath(termsId: string | null): string {
  return termsId === null ? '/terms' : `/terms/${termsId}`
}
