import type { MailTexts } from './mail-texts.ts'

/** The texts that the software comes with. */
export const defaultMailTexts: MailTexts = {
  confirmation: {
    subject: 'Your order is confirmed: {projectName}',
    heading: 'Thank you, {firstName}.',
    opening: 'Your payment has arrived. {timing}',
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
