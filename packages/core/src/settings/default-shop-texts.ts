import { sampleReviews } from './sample-reviews.ts'
import type { Question, ShopTexts } from './shop-texts.ts'

/** The questions that the specification asks for. */
const defaultFaq: Question[] = [
  {
    question: 'What exactly do I get?',
    answer:
      'A permanent, dated record on {chain}, and a verification link by email, {duration}. You also get: {received} Anyone can check that this exact file existed no later than the time it was recorded: your proof leads from its fingerprint to what the blockchain shows.',
  },
  {
    question: 'What is a fingerprint?',
    answer:
      'A 64-character code computed from every byte of your file with SHA-256. The same file always gives the same fingerprint; change one comma and you get a different one. It can’t be turned back into the file, so recording it gives nothing away.',
  },
  {
    question: 'Is my file put on the blockchain?',
    answer: 'No. {whatIsPublic} {keep} Without the file, there is nothing to compare the record with.',
  },
  {
    question: 'How long does it take?',
    answer:
      '{time} Your part is an upload, a short form and one card payment. Then we email you the verification link. {secondRecord}',
  },
  {
    question: 'Does this replace copyright registration?',
    answer:
      'No. It is evidence of when a file existed, not a registration and not legal advice. If your country offers formal registration and you need it, do that as well. The two work well together.',
  },
  {
    question: 'Does it prove that I am the author?',
    answer:
      'It proves that the file existed, unchanged, no later than a certain time. It doesn’t prove who made it. Your drafts, session files and correspondence are the evidence for that.',
  },
  {
    question: 'Do I need an account, a wallet or any cryptocurrency?',
    answer:
      'No, none of them. You pay once by card, in US dollars, and we take care of the rest. There is no subscription and nothing to renew.',
  },
]

/** The texts of the promo block, fixed by the product's specification. */
export const promoTexts = {
  kicker: 'Blockchain-Powered Protection',
  title: 'Protect Your Intellectual Property',
  text: 'Secure your creative work with blockchain technology. Get legal-grade proof of ownership. It takes less than 5 minutes!',
  link: 'Protect Your Work',
} as const

export const defaultShopTexts: ShopTexts = {
  reviews: [...sampleReviews],
  faq: defaultFaq,
  promo: { ...promoTexts },
  banner: {
    title: 'Protect Your Idea With Blockchain',
    text: 'Record the fingerprint of your work before you send it to anyone.',
    button: 'Protect your idea',
  },
}
