import { formatFileSize } from '@priormark/core/file-size'
import type { Order } from '../orders/order-entity.ts'
import { oneLine, type MailContent } from './mail-content.ts'

/** What a customer reads once the work is on the blockchain. @param link the page that shows the record */
export function fulfillmentMail(order: Order, link: string): MailContent {
  return {
    subject: `Your work is on the blockchain: ${oneLine(order.projectName)}`,
    preview: 'Here is your verification link. Keep it with your file.',
    mark: 'VERIFIED',
    heading: 'Your work is on the blockchain.',
    lead: [
      `${oneLine(order.firstName)}, the fingerprint of your work is recorded. This link shows the record to anyone, at any time.`,
    ],
    link: { label: 'Open the verification link', url: link },
    facts: [
      { label: 'Work', value: oneLine(order.projectName) },
      { label: 'File', value: `${oneLine(order.fileName)} (${formatFileSize(order.fileSize)})` },
      { label: 'Order', value: order.id },
    ],
    fingerprint: order.fileSha256,
    sections: [
      {
        heading: 'How to check it yourself',
        paragraphs: [],
        steps: [
          'Compute the SHA-256 of your file. On Windows: certutil -hashfile FILE SHA256. On a Mac: shasum -a 256 FILE. On Linux: sha256sum FILE. Write the name of your file for FILE.',
          'Compare the 64 letters and digits with the fingerprint above. Spaces and capitals do not matter.',
          'Open the verification link and find the same fingerprint there, with the time it was recorded.',
        ],
      },
      {
        heading: 'Keep three things together',
        paragraphs: [
          'Your file exactly as you uploaded it, its fingerprint, and this link. Without the file the fingerprint proves nothing, and nobody can make the file from the fingerprint.',
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
