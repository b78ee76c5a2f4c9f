import { defaultPrivacy } from './default-privacy.ts'
import { defaultTerms } from './default-terms.ts'
import type { LegalDocument, LegalVersion } from './legal.ts'

/** The legal texts that the software comes with. Change a date with its text. */
export const defaultLegal: Record<LegalDocument, LegalVersion> = {
  // The date is fixed by the specification.
  terms: { text: defaultTerms, lastUpdated: 'April 28, 2025' },
  privacy: { text: defaultPrivacy, lastUpdated: 'November 23, 2026' },
}
