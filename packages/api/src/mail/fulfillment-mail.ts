import { formatFileSize } from '@priormark/core/file-size'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { Shop } from '@priormark/core/shop'
import type { Order } from '../orders/order-entity.ts'
import { oneLine, type MailContent, type MailSection } from './mail-content.ts'
import type { MailFile } from './mail-evidence.ts'

export interface FulfillmentInput {
  /** The URL of the page that shows the record. */
  link: string
  /** The attachment; null sends the email without one. */
  evidence: MailFile | null
  /** Whether the record is on a single-machine chain, which proves nothing to others. */
  isTrial: boolean
}

/** Writes the email for a work that is on the blockchain. */
export function fulfillmentMail(
  order: Order,
  shop: Shop,
  { link, evidence, isTrial }: FulfillmentInput,
): MailContent {
  const { place, proof, ...opening } = isTrial ? trialTexts : recordTexts
  return {
    ...opening,
    subject: `Your work is on ${place}: ${oneLine(order.projectName)}`,
    heading: `Your work is on ${place}.`,
    lead: [`${oneLine(order.firstName)}, ${proof.lead}`],
    links: [
      { label: 'Open the verification link', url: link },
      { label: 'Open your order page', url: `${shop.publicUrl}${orderPagePath(order.accessKey)}` },
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
          'Compute the SHA-256 of your file. On Windows: certutil -hashfile FILE SHA256. On a Mac: shasum -a 256 FILE. On Linux: sha256sum FILE. Replace FILE with the name of your file.',
          'Compare the 64 letters and digits with the fingerprint above. Spaces and capital letters do not matter.',
          `Or drop your file and the proof.json from the evidence on ${shop.publicUrl}/verify. It follows the proof from your file to the record, and uploads nothing.`,
        ],
      },
      {
        heading: 'Keep three things together',
        paragraphs: [
          'Your file exactly as you uploaded it, its evidence, and this email. Without the file, the fingerprint proves nothing, and nobody can recreate the file from the fingerprint.',
        ],
        steps: [],
      },
      {
        heading: 'What it proves, and what it doesn’t',
        paragraphs: [proof.worth],
        steps: [],
      },
    ],
  }
}

const recordTexts = {
  place: 'the blockchain',
  preview: 'Here is your verification link. Keep it with your file.',
  mark: 'VERIFIED',
  proof: {
    lead: 'the fingerprint of your work is recorded. This link shows the record to anyone, at any time.',
    worth:
      'It proves that this file existed, unchanged, no later than the time it was recorded. It does not prove who made it, and it does not replace formal copyright registration.',
  },
}

const trialTexts = {
  place: 'a test chain',
  preview: 'A test: it shows how this works and proves nothing to others.',
  mark: null,
  proof: {
    lead: 'the fingerprint of your work is recorded on a chain that runs on a single computer: this is a test. This link shows the record if you can reach that computer.',
    worth:
      'It proves nothing to others, because the operator of that chain can write any time into it. A record on a public chain would prove that this file existed, unchanged, no later than the time it was recorded, but not who made it.',
  },
}

function evidenceAttached({ fileName }: MailFile): MailSection {
  return {
    heading: 'Your evidence is attached',
    paragraphs: [
      `${fileName} contains everything needed to check the record without us: a certificate, the proof, and a page that checks it offline. Your order page always has the newest version.`,
    ],
    steps: [],
  }
}

const evidenceToFetch: MailSection = {
  heading: 'Your evidence',
  paragraphs: [
    'You can download a certificate, the proof, and everything else needed to check the record without us from your order page as soon as they are ready.',
  ],
  steps: [],
}
