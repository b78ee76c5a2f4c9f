import * as v from 'valibot'
import { text, onlyPlaceholders, pagePlaceholders } from './fields.ts'
import { markupProblem } from './legal-markup.ts'

/** The pages whose every published version is kept. */
export const legalDocuments = ['terms', 'privacy'] as const
export type LegalDocument = (typeof legalDocuments)[number]

/** The number of the text that the software comes with. Published versions follow. */
export const defaultVersionNumber = 1

export const legalTitles: Record<LegalDocument, string> = {
  terms: 'Terms and Conditions',
  privacy: 'Privacy',
}

/** The text of a legal page: headings, paragraphs and lists, with placeholders. See legal-markup.ts. */
export const LegalText = v.pipe(
  text(60_000, 'Enter the text'),
  v.check<string, (issue: v.CheckIssue<string>) => string>(
    (markup) => markupProblem(markup) === null,
    ({ input }) => markupProblem(input) ?? '',
  ),
  onlyPlaceholders(pagePlaceholders),
)

/** A version of a legal page. */
export interface LegalVersion {
  /** A LegalText: its placeholders are replaced when the page is rendered. */
  text: string
  /** The date that the page shows, such as 'April 28, 2025'. */
  lastUpdated: string
}
