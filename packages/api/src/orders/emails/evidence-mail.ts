import type { Shop } from '@priormark/core/settings/shop'
import type { Order } from '../../order-book/order-entity.ts'
import type { MailSection } from '../../platform/mail/mail-content.ts'
import type { MailBody } from './mail-body.ts'
import type { MailFile } from '../../platform/mail/mail-transport.ts'
import { markWord, type MailRecord } from './mail-record.ts'
import { checkSection, evidenceSection, filesToKeep, recordLinks, workFacts } from './record-sections.ts'

/** Writes the email with the evidence: sent when the first record of a work is final, and again when all are. */
export function evidenceMail(
  order: Order,
  shop: Shop,
  { record, evidence }: { record: MailRecord; evidence: MailFile | null },
): MailBody {
  const isTest = record.mark === 'test'
  const isComplete = record.pending.length === 0
  const state = isTest ? 'a test' : isComplete ? 'complete' : 'ready'
  return {
    values: { state },
    preview: isTest
      ? 'A test: it shows how this works and proves nothing to others.'
      : 'Keep it with your file. It works without us.',
    mark: markWord[record.mark],
    links: recordLinks(order, shop, record),
    facts: workFacts(order),
    fingerprint: order.fileSha256,
    sections: [
      evidenceSection(evidence),
      ...(isTest ? [onlyTest] : isComplete ? [replacesEarlier] : [stillPending(record.pending)]),
      checkSection(shop),
      filesToKeep,
    ],
  }
}

const onlyTest: MailSection = {
  heading: 'This is a test',
  paragraphs: [
    'Your work is recorded only on a test chain. The evidence shows how this works and proves nothing to others.',
  ],
  steps: [],
}

const replacesEarlier: MailSection = {
  heading: 'Nothing is missing',
  paragraphs: [
    'Every record of your work is final. If you have an earlier version of the evidence, replace it.',
  ],
  steps: [],
}

function stillPending(places: readonly string[]): MailSection {
  const where = new Intl.ListFormat('en-US').format(places)
  return {
    heading: 'What comes next',
    paragraphs: [
      `Not final yet: ${where}. Once it is, we’ll email you the complete evidence. Today’s evidence is valid; it just doesn’t include that record yet.`,
    ],
    steps: [],
  }
}
