import * as v from 'valibot'

/** The id of accepted terms, derived from their text, so that the same text always has the same id. */
export const TermsId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))

/** A 409 `terms_changed` also has the id of the current terms. The next request sends it if the customer accepts them. */
export const ChangedTerms = v.object({ termsId: TermsId })

/** The path of the terms that an order was placed under; for null, as in the sample order, that of the current terms. */
export function termsPath(termsId: string | null): string {
  return termsId === null ? '/terms' : `/terms/${termsId}`
}
