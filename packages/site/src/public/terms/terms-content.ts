import { privateText, publicText } from '@priormark/core/policy/publicity-texts'
import { recordingText, secondRecordText } from '@priormark/core/policy/recording-texts'
import { refundText } from '@priormark/core/policy/refund-text'
import { fileRetentionText, laterStartText } from '@priormark/core/policy/rule-texts'
import type { ServicePolicy } from '@priormark/core/policy/service-policy'

/** The date of this wording. Change it with the wording. */
export const lastUpdated = 'November 22, 2026'

/** The shop's data in the text. `price` is formatted. */
interface TermsFacts {
  name: string
  tradingName: string
  tradingAddress: string
  supportEmail: string
  price: string
}

/** The terms, section by section. */
export function termsSections(
  shop: TermsFacts,
  policy: ServicePolicy,
): { title: string; paragraphs: string[] }[] {
  const second = secondRecordText(policy)
  return [
    {
      title: 'Who we are',
      paragraphs: [
        `${shop.name} is run by ${shop.tradingName}, a sole trader in the United Kingdom (${shop.tradingAddress}). You can reach us at ${shop.supportEmail}.`,
        'By placing an order you accept these terms. You don’t need an account. You must be at least 18 years old, or have the consent of a parent or guardian.',
      ],
    },
    {
      title: 'What the service does',
      paragraphs: [
        `You upload a file and describe your project. We compute a SHA-256 hash of the file, its fingerprint. ${recordingText(policy)} Then we send you a verification link by email.${second === null ? '' : ` ${second}`}`,
        'The record is evidence that this exact file existed no later than the time it was recorded. It is not evidence of who made the file, and it does not replace formal copyright registration. We give no legal advice and do not promise the outcome of any dispute.',
        `${publicText} ${privateText} The whole file is not stored on the blockchain. A record on a blockchain cannot be changed or removed, by us or by anyone.`,
      ],
    },
    {
      title: 'What stays with you',
      paragraphs: [
        'You must keep the file, unchanged, together with its hash. Without the file, there is nothing to compare the record with, and we cannot restore it for you.',
        'Your work remains yours. You grant us no rights in it beyond what we need to receive it, compute its hash and record it. You confirm that you are entitled to submit it.',
      ],
    },
    {
      title: 'Copyright around the world',
      paragraphs: [
        'Copyright arises when a work is created. Under the Berne Convention it is recognized in 179 countries without any formality. The record we make is evidence that you can use alongside that protection, in 179 countries; it does not create, extend or register the right itself.',
      ],
    },
    {
      title: 'Price and payment',
      paragraphs: [
        `The service costs ${shop.price} (US dollars), paid once for each file. The price shown when you place an order applies to that order, even if it changes later.`,
        'You pay by card through our payment provider, which processes your card details; we never see or store them.',
      ],
    },
    {
      title: 'Cancellation and refund',
      paragraphs: [
        `${refundText} To cancel, write to ${shop.supportEmail}.`,
        `${laterStartText} You can ask at checkout, or later on your order page.`,
        'This does not limit the rights that consumers have by law if a service is not provided or not as described.',
      ],
    },
    {
      title: 'File limits',
      paragraphs: [
        `A file may be up to 50 MB, and any type is fine. You can put several files into one archive, which is then the work that is recorded. ${fileRetentionText(policy)}`,
      ],
    },
    {
      title: 'Prohibited content',
      paragraphs: [
        'You may not submit adult material, or anything that is illegal under UK law. You may not submit anything that infringes the rights of others or is made to damage computers.',
        'We may refuse or stop an order that breaks this rule, and we must report some material to the authorities.',
      ],
    },
    {
      title: 'Termination',
      paragraphs: [
        'We may refuse or end the service for anyone who breaks these terms or misuses the service. Records remain on the blockchain even if the service or this business ends: they can be checked without us.',
      ],
    },
    {
      title: 'Our responsibility',
      paragraphs: [
        'We provide the service with reasonable care and skill. We are not responsible for the blockchain network itself, for losses we could not foresee, or for how a court or another party judges the evidence. Nothing in these terms limits liability that cannot be limited by law.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'We may change these terms. We announce each change on this page one month before it takes effect. Orders placed before then keep the terms they were placed under.',
      ],
    },
    {
      title: 'Law',
      paragraphs: [
        'These terms are governed by UK law, and the courts of the United Kingdom decide disputes. If you are a consumer elsewhere, you keep the protection that the mandatory law of your country gives you.',
      ],
    },
    {
      title: 'Support',
      paragraphs: [`Write to ${shop.supportEmail}. We reply within 48 hours on working days.`],
    },
  ]
}
