import { sampleReviews, type Question, type ShopTexts } from './shop-texts.ts'

/** As many questions as the specification asks for. They repeat nothing that the landing page says elsewhere. */
const defaultFaq: Question[] = [
  {
    question: 'What exactly do I get?',
    answer:
      'Everything the sample shows, and a verification link by email. Later drafts are separate orders.',
  },
  {
    question: 'What is a fingerprint?',
    answer: '64 digits computed from every byte of your file (SHA-256). They don’t reveal the file.',
  },
  {
    question: 'Which blockchain?',
    answer:
      'Only a code goes on {chain}: it comes from the fingerprint, your details and a random secret, and reveals none of them. {witnesses}',
  },
  {
    question: 'Who can see my file?',
    answer: 'You, and our administrator, whose downloads are logged.',
  },
  { question: 'Can I get a refund?', answer: '{refundRule}' },
  {
    question: 'Which files can I upload?',
    answer: 'Any type. Your browser combines several into one ZIP: keep it.',
  },
  {
    question: 'Do I need a crypto wallet?',
    answer: 'No. You pay by card, in US dollars.',
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
