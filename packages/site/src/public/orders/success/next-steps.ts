import { recordingText } from '@priormark/core/settings/policy/recording-texts'
import { laterStartText } from '@priormark/core/settings/policy/rule-texts'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'

/** What happens after the payment. @param isWaiting recording starts only after the cancellation period */
export const nextSteps = (policy: ServicePolicy, isWaiting: boolean) => [
  {
    title: 'We add your work to the blockchain',
    text: isWaiting ? laterStartText : recordingText(policy),
  },
  {
    title: 'A confirmation email',
    text: 'It’s on its way to the address you gave, with the details of your order.',
  },
  {
    title: 'Your verification link',
    text: 'We’ll email it as soon as your work is recorded. Anyone can open it and check the record.',
  },
  {
    title: 'A permanent record',
    text: 'Nothing to renew. Keep the original file, unchanged, together with its fingerprint: you need both to prove it.',
  },
]
