import { privateText, publicText } from '@priormark/core/policy/publicity-texts'
import { durationText, recordingText, secondRecordText } from '@priormark/core/policy/recording-texts'
import { receivedTexts } from '@priormark/core/policy/rule-texts'
import type { ServicePolicy } from '@priormark/core/policy/service-policy'

interface Question {
  question: string
  answer: string
}

/** Also published as structured data for search engines. */
export function faqFor(policy: ServicePolicy): Question[] {
  const second = secondRecordText(policy)
  return [
    {
      question: 'What exactly do I get?',
      answer: `A permanent, dated record on a public blockchain, and a verification link by email, ${durationText(policy)}. You also get: ${receivedTexts.join(' ')} Anyone can check that this exact file existed no later than the time it was recorded: your proof leads from its fingerprint to what the blockchain shows.`,
    },
    {
      question: 'What is a fingerprint?',
      answer:
        'A 64-character code computed from every byte of your file with SHA-256. The same file always gives the same fingerprint; change one comma and you get a different one. It can’t be turned back into the file, so recording it gives nothing away.',
    },
    {
      question: 'Is my file put on the blockchain?',
      answer: `No. ${publicText} ${privateText} Keep the original file, unchanged, with its evidence: without the file, there is nothing to compare the record with.`,
    },
    {
      question: 'How long does it take?',
      answer: `Your part takes under 5 minutes: upload, a short form, one card payment. ${recordingText(policy)} Then we email you the verification link.${second === null ? '' : ` ${second}`}`,
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
}
