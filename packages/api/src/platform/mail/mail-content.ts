/** The content of an email, before it becomes HTML and text (mail-message.ts). All of it is plain text. */
export interface MailContent {
  subject: string
  /** The preview text that inboxes show next to the subject. */
  preview: string
  /** The mark of the record, shown above the heading, with a sentence that explains it if necessary. */
  mark: { word: string; note: string | null } | null
  /** The color of the seal and of the mark: green only for a final record. */
  tone: MailTone
  heading: string
  lead: string[]
  /** The first one is shown as the primary button. */
  links: MailLink[]
  facts: MailFact[]
  /** SHA-256 of the work in hex; null in an email about several works. */
  fingerprint: string | null
  sections: MailSection[]
  /** Paragraphs below the sections. */
  closing: string[]
}

/** The fields that an email leaves empty unless it is about a work. */
export const plainMail = {
  mark: null,
  tone: 'ink',
  facts: [],
  fingerprint: null,
  sections: [],
  closing: [],
} satisfies Partial<MailContent>

export type MailTone = 'ink' | 'green' | 'grey' | 'amber'

export interface MailLink {
  label: string
  url: string
}

export interface MailFact {
  label: string
  value: string
}

export interface MailSection {
  heading: string
  paragraphs?: string[]
  /** Numbered, below the paragraphs. */
  steps?: string[]
}

const whitespace = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
const maxLineLength = 200
const segmenter = new Intl.Segmenter()

/** Turns a customer's text into one line of limited length, without line breaks and control characters. */
export function toOneLine(text: string): string {
  const line = text.replace(whitespace, ' ').trim()
  const graphemes = Array.from(segmenter.segment(line), ({ segment }) => segment)
  return graphemes.length <= maxLineLength ? line : `${graphemes.slice(0, maxLineLength - 1).join('')}…`
}

/** Splits a fingerprint into four rows of four groups, so that people can compare it. */
export function fingerprintRows(fingerprint: string): string[] {
  const groups = fingerprint.match(/.{1,4}/g) ?? []
  return [0, 4, 8, 12].map((first) => groups.slice(first, first + 4).join(' '))
}
