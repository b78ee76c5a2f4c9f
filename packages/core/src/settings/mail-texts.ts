import * as v from 'valibot'
import { mailKinds } from '../platform/mail-kind.ts'
import { line, optionalText, text, onlyPlaceholders, type Placeholders } from './fields.ts'

/** The emails to customers whose texts can be changed. */
export const mailTextKinds = [...mailKinds, 'links'] as const
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

/** The placeholders that the texts of each email may contain. */
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

/** The texts that the software comes with. */
export const defaultMailTexts: MailTexts = {
  confirmation: {
    subject: 'Your order is confirmed: {projectName}',
    heading: 'Thank you, {firstName}.',
    opening: '{timing}',
    closing: '',
  },
  fulfillment: {
    subject: 'Your work is on {place}: {projectName}',
    heading: 'Your work is on {place}.',
    opening: '{firstName}, {statement}',
    closing: '',
  },
  evidence: {
    subject: 'Your evidence is {state}: {projectName}',
    heading: 'Your evidence is {state}.',
    opening:
      '{firstName}, the block that contains the record of your work is final: it can no longer be replaced.',
    closing: '',
  },
  refund: {
    subject: 'Your refund of {amount}: {projectName}',
    heading: 'We refunded {amount}.',
    opening: '{firstName}, your refund of {amount} is on its way. {meaning}',
    closing: '',
  },
  refund_failed: {
    subject: 'Your refund of {amount} didn’t arrive: {projectName}',
    heading: 'Your refund didn’t arrive.',
    opening:
      '{firstName}, your bank couldn’t accept the refund of {amount} and returned the money to us. Our earlier email said that it was on its way. We’re sorry.\n\nReply to this email and tell us how you’d like to get it, such as by bank transfer or to another card.',
    closing: '',
  },
  links: {
    subject: 'The links to your works',
    heading: 'The links to your works',
    opening:
      'You asked for the links to your orders. Anyone who has a link can see its order, so keep them private.',
    closing: '',
  },
}
