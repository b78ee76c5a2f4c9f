/** Also published as structured data for search engines. */
export const faq: readonly { question: string; answer: string }[] = [
  {
    question: 'What exactly do I get?',
    answer:
      'A permanent record on a public blockchain, computed from your file’s fingerprint and your project details, and a verification link by email. Anyone can use it to check that this exact file existed no later than the time it was recorded. The blockchain itself shows one number for many works, the root of a batch: your proof leads from your fingerprint to that number.',
  },
  {
    question: 'What is a fingerprint?',
    answer:
      'A 64-character code computed from every byte of your file with SHA-256. The same file always gives the same fingerprint; change one comma and you get a different one. It can’t be turned back into the file, so recording it gives nothing away.',
  },
  {
    question: 'Is my file put on the blockchain?',
    answer:
      'No. Only a hash of the file and your project details is recorded. The file itself is never stored on a blockchain, so keep the original, unchanged, together with its hash: without the file, there is nothing to compare the record with.',
  },
  {
    question: 'How long does it take?',
    answer:
      'Your part takes under 5 minutes: upload, a short form, one card payment. We record your work on the blockchain by hand within 24-48 hours of payment and then email you the verification link.',
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
