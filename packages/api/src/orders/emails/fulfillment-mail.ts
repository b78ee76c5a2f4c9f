import type { Shop } from '@priormark/core/settings/shop'
import type { Order } from '../../order-book/order-entity.ts'
import type { MailSection } from '../../platform/mail/mail-content.ts'
import type { MailBody } from './mail-body.ts'
import type { MailFile } from '../../platform/mail/mail-transport.ts'
import { markWord, type MailRecord } from './mail-record.ts'
import { checkSection, evidenceSection, filesToKeep, recordLinks, workFacts } from './record-sections.ts'

/** Writes the email for a work that is on the blockchain. */
export function fulfillmentMail(
  order: Order,
  shop: Shop,
  { record, evidence }: { record: MailRecord; evidence: MailFile | null },
): MailBody {
  const { place, proof, ...opening } = textsFor(record)
  return {
    ...opening,
    mark: markWord[record.mark],
    values: { place, statement: proof.lead },
    links: recordLinks(order, shop, record),
    facts: workFacts(order),
    fingerprint: order.fileSha256,
    sections: [
      record.hasEvidence ? evidenceSection(evidence) : evidenceFollows,
      checkSection(shop),
      filesToKeep,
      { heading: 'What it proves, and what it doesn’t', paragraphs: [proof.worth], steps: [] },
    ],
  }
}

function textsFor({ mark, isDeclared }: MailRecord) {
  if (mark === 'test') return testTexts
  return isDeclared ? declaredTexts : recordTexts
}

const evidenceFollows: MailSection = {
  heading: 'Your evidence follows',
  paragraphs: [
    'A new block can still be replaced by another one, so your evidence comes in another email once that is no longer possible. You don’t need to do anything.',
  ],
  steps: [],
}

const recordTexts = {
  place: 'the blockchain',
  preview: 'Here’s your verification link. Keep it with your file.',
  proof: {
    lead: 'your work is recorded on the blockchain, in one entry together with other works. The verification link shows the record to anyone, at any time.',
    worth:
      'It proves that this file existed, unchanged, no later than the time it was recorded. It does not prove who made it, and it does not replace formal copyright registration.',
  },
}

const declaredTexts = {
  place: 'the blockchain',
  preview: 'Recorded by us; see the link. Keep it with your file.',
  proof: {
    lead: 'we recorded your work manually. Open the blockchain entry to see its date. Your evidence shows how the code in it was computed from your file.',
    worth:
      'The linked page shows that this file existed, unchanged, no later than its date. How far you can trust that date depends on who runs that page. It does not prove who made the file, and it does not replace formal copyright registration.',
  },
}

const testTexts = {
  place: 'a test chain',
  preview: 'A test: it shows how this works and proves nothing to others.',
  proof: {
    lead: 'your work is recorded on a test chain: this is a test. The links below work if you can reach that chain.',
    worth:
      'It proves nothing to others, because the operator of that chain can write any time into it. A record on a public chain would prove that this file existed, unchanged, no later than the time it was recorded, but not who made it.',
  },
}
