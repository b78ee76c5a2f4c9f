import { formatFileSize } from '@priormark/core/file-size'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { Order } from '../orders/order-entity.ts'
import type { Shop } from '../shop.ts'
import { oneLine, type MailContent, type MailSection } from './mail-content.ts'
import type { MailFile } from './mail-evidence.ts'

export interface FulfillmentInput {
  /** The page that shows the record. */
  link: string
  /** What the mail carries; null where it goes without. */
  evidence: MailFile | null
}

/** What a customer reads once the work is on the blockchain. */
export function fulfillmentMail(order: Order, shop: Shop, { link, evidence }: FulfillmentInput): MailContent {
  return {
    subject: `Your work is on the blockchain: ${oneLine(order.projectName)}`,
    preview: 'Here is your verification link. Keep it with your file.',
    mark: 'VERIFIED',
    heading: 'Your work is on the blockchain.',
    lead: [
      `${oneLine(order.firstName)}, the fingerprint of your work is recorded. This link shows the record to anyone, at any time.`,
    ],
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
        paragraphs: [
          'It proves that this file existed, unchanged, no later than the time of the record. It does not prove who made it, and it does not replace formal copyright registration.',
        ],
        steps: [],
      },
    ],
  }
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
