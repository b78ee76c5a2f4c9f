/** The questions people ask before they pay, in the order they ask them. Also told to search engines. */
export const faq: readonly { question: string; answer: string }[] = [
  {
    question: 'What exactly do I get?',
    answer:
      'A permanent entry on a public blockchain that carries the fingerprint of your file and your project details, and a verification link by e-mail. Anyone can use it to check that this exact file existed no later than the time of that entry.',
  },
  {
    question: 'What is a fingerprint?',
    answer:
      'A number of 64 digits computed from every byte of your file with SHA-256. The same file always gives the same fingerprint; change one comma and it is a different one. It cannot be turned back into the file, so recording it gives nothing of your work away.',
  },
  {
    question: 'Is my file put on the blockchain?',
    answer:
      'No. Only a hash of the file and your project details is recorded. The file itself is never stored on a blockchain, so keep the file, unchanged, together with its hash: without the file, the entry has nothing to be compared with.',
  },
  {
    question: 'How long does it take?',
    answer:
      'Your part takes under 5 minutes: upload, a short form, one card payment. We add the entry to the blockchain by hand within 24-48 hours of payment and then e-mail you the verification link.',
  },
  {
    question: 'Does this replace copyright registration?',
    answer:
      'No. It is evidence of when a file existed, not a registration and not legal advice. Where your country offers formal registration and you need it, do that as well. The two work well together.',
  },
  {
    question: 'Does it prove that I am the author?',
    answer:
      'It proves that the file existed, unchanged, before a moment in time. It does not by itself prove who made it. Drafts, correspondence and the working files you keep say that; the entry gives them a date nobody can move.',
  },
  {
    question: 'Do I need an account, a wallet or any cryptocurrency?',
    answer:
      'None of them. You pay once by card, in US dollars, and we take care of the rest. There is no subscription and nothing to renew.',
  },
]
