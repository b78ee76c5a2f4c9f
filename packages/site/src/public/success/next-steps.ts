import { recordingText } from '@priormark/core/promise/recording-texts'
import type { ShopPromise } from '@priormark/core/promise/shop-promise'

/** What happens after the payment. */
export const nextSteps = (promise: ShopPromise) => [
  {
    title: 'We add your work to the blockchain',
    text: recordingText(promise),
  },
  {
    title: 'A confirmation email',
    text: 'It’s on its way to the address you gave, with the details of your order.',
  },
  {
    title: 'Your verification link',
    text: 'We’ll email it as soon as your work is recorded. Anyone can open it and compare.',
  },
  {
    title: 'A permanent record',
    text: 'Nothing to renew. Keep the original file, unchanged, together with its fingerprint: you need both to prove it.',
  },
]
