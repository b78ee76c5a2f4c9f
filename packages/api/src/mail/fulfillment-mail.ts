import { formatFileSize } from '@priormark/core/file-size'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { Shop } from '@priormark/core/shop'
import type { Order } from '../orders/order-entity.ts'
import { oneLine, type MailContent, type MailSection } from './mail-content.ts'
import type { MailFile } from './mail-evidence.ts'

export interface FulfillmentInput {
  /** The page that shows the record. */
  link: string
  /** What the mail carries; null where it goes without. */
  evidence: MailFile | null
  /** The record is on a chain of one machine, and proves nothing to others. */
  isTrial: boolean
}

/** What a customer reads once the work is on the blockchain. */
export function fulfillmentMail(
  order: Order,
  shop: Shop,
  { link, evidence, isTrial }: FulfillmentInput,
): MailContent {
  const { place, proof, ...opening } = isTrial ? trialWords : recordWords
  return {
    ...opening,
    subject: `Your work is on ${place}: ${oneLine(order.projectName)}`,
    heading: `Your work is on ${place}.`,
    lead: [`${oneLine(order.firstName)}, ${proof.lead}`],
    links: [
      { label: 'Open the verification link', url: link },
      { label: 'Open the page of your order', url: `${shop.publicUrl}${orderPagePath(order.accessKey)}` },
    ],
    facts: [
      { label: 'Work', value: oneLine(order.projectName) },
      { label: 'File', value: `${oneLine(order.fileName)} (${formatFileSize(order.fileSize)})` },
      { label: 'Order', value: order.id },
    ],
    fingerprint: order.fileSha256,
    sections: [
      evidence === null ? evidenceToFetch : evidenceAttached(evidence),
      {
        heading: 'How to check it yourself',
        paragraphs: [],
        steps: [
          'Compute the SHA-256 of your file. On Windows: certutil -hashfile FILE SHA256. On a Mac: shasum -a 256 FILE. On Linux: sha256sum FILE. Write the name of your file for FILE.',
          'Compare the 64 letters and digits with the fingerprint above. Spaces and capitals do not matter.',
          `Drop your file and the proof.json of the evidence on ${shop.publicUrl}/verify: it follows the proof from your file to the record. Nothing is uploaded.`,
        ],
      },
      {
        heading: 'Keep three things together',
        paragraphs: [
          'Your file exactly as you uploaded it, its evidence, and this e-mail. Without the file the fingerprint proves nothing, and nobody can make the file from the fingerprint.',
        ],
        steps: [],
      },
      {
        heading: 'What it proves, and what not',
        paragraphs: [proof.worth],
        steps: [],
      },
    ],
  }
}

const recordWords = {
  place: 'the blockchain',
  preview: 'Here is your verification link. Keep it with your file.',
  mark: 'VERIFIED',
  proof: {
    lead: 'the fingerprint of your work is recorded. This link shows the record to anyone, at any time.',
    worth:
      'It proves that this file existed, unchanged, no later than the time of the record. It does not prove who made it, and it does not replace formal copyright registration.',
  },
}

const trialWords = {
  place: 'a test chain',
  preview: 'A trial: it shows how it works, and proves nothing to others.',
  mark: null,
  proof: {
    lead: 'the fingerprint of your work is recorded on a chain that lives on one machine: this is a trial. This link shows the record where that machine can be reached.',
    worth:
      'It proves nothing to others: whoever runs that chain can write any time into it. A record on a public chain would prove that this file existed, unchanged, no later than the time of the record; not who made it.',
  },
}

function evidenceAttached({ fileName }: MailFile): MailSection {
  return {
    heading: 'Your evidence is attached',
    paragraphs: [
      `${fileName} holds all that is needed to check the record without us: a certificate, the proof, and a page that checks it without a network. The page of your order has the newest version at any time.`,
    ],
    steps: [],
  }
}

const evidenceToFetch: MailSection = {
  heading: 'Your evidence',
  paragraphs: [
    'A certificate, the proof, and all else that is needed to check the record without us can be downloaded from the page of your order as soon as they are ready.',
  ],
  steps: [],
}
