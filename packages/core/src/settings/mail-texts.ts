import * as v from 'valibot'
import { line, optionalText, text } from './fields.ts'
import { onlyPlaceholders, type Placeholders } from './placeholders.ts'

/** The emails to customers whose texts can be changed. */
export const mailTextKinds = [
  'confirmation',
  'fulfillment',
  'evidence',
  'refund',
  'refund_failed',
  'links',
] as const
export type MailTextKind = (typeof mailTextKinds)[number]

const commonPlaceholders = {
  firstName: 'The customer’s first name',
  shopName: 'The name of the shop',
  supportEmail: 'The support email',
} as const

const orderPlaceholders = {
  ...commonPlaceholders,
  projectName: 'The title of the work',
  orderId: 'The number of the order',
} as const

/** What the texts of each email may contain. */
export const mailPlaceholders = {
  confirmation: {
    ...orderPlaceholders,
    timing: 'When the work is recorded, or that it is, one to three sentences',
  },
  fulfillment: {
    ...orderPlaceholders,
    place: 'Where it is recorded, such as “the Bitcoin blockchain”',
    statement: 'What the record is, several sentences',
  },
  evidence: { ...orderPlaceholders, state: 'Whether the evidence is “ready” or “complete”' },
  refund: {
    ...orderPlaceholders,
    amount: 'What was refunded, such as “$4.00”',
    meaning: 'What the refund means for the recording of the work, one or two sentences',
  },
  refund_failed: { ...orderPlaceholders, amount: 'What the bank returned, such as “$4.00”' },
  links: commonPlaceholders,
} as const satisfies Record<MailTextKind, Placeholders>

/** The texts of an email. What the law and the order require is added to them and cannot be changed. */
function mailText(placeholders: Placeholders) {
  return v.object({
    subject: v.pipe(line(150, 'Enter the subject'), onlyPlaceholders(placeholders)),
    heading: v.pipe(line(150, 'Enter the heading'), onlyPlaceholders(placeholders)),
    /** Paragraphs, with an empty line between them. */
    opening: v.pipe(text(2_000, 'Enter the opening'), onlyPlaceholders(placeholders)),
    /** Paragraphs below everything else; '' for none. */
    closing: v.pipe(optionalText(2_000), onlyPlaceholders(placeholders)),
  })
}

export const MailTexts = v.object({
  confirmation: mailText(mailPlaceholders.confirmation),
  fulfillment: mailText(mailPlaceholders.fulfillment),
  evidence: mailText(mailPlaceholders.evidence),
  refund: mailText(mailPlaceholders.refund),
  refund_failed: mailText(mailPlaceholders.refund_failed),
  links: mailText(mailPlaceholders.links),
})
export type MailTexts = v.InferOutput<typeof MailTexts>
/** The texts of one email, with placeholders. */
export type MailText = MailTexts[MailTextKind]
