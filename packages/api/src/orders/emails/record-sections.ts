import { formatFileSize } from '@priormark/core/platform/file-size'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { Shop } from '@priormark/core/settings/shop'
import type { Order } from '../../order-book/order-entity.ts'
import { oneLine, type MailFact, type MailLink, type MailSection } from '../../platform/mail/mail-content.ts'
import type { MailFile } from '../../platform/mail/mail-transport.ts'
import type { MailRecord } from './mail-record.ts'

/** The links of an email about a record. The first one is a page that explains the record. */
export function recordLinks(order: Order, { publicUrl }: Shop, { proofUrl, link }: MailRecord): MailLink[] {
  return [
    { label: 'Open the verification link', url: proofUrl },
    ...(link === null ? [] : [{ label: 'See the blockchain entry', url: link }]),
    { label: 'Open your order page', url: publicUrl + orderPagePath(order.accessKey) },
  ]
}

export function workFacts(order: Order): MailFact[] {
  return [
    { label: 'Work', value: oneLine(order.projectName) },
    { label: 'File', value: `${isolatedText(oneLine(order.fileName))} (${formatFileSize(order.fileSize)})` },
    { label: 'Order', value: order.id },
  ]
}

/** @param evidence null where it could not be attached */
export function evidenceSection(evidence: MailFile | null): MailSection {
  if (evidence === null) {
    return {
      heading: 'Your evidence',
      paragraphs: [
        'You can download a certificate, the proof, and everything else needed to check the record without us from your order page as soon as they are ready.',
      ],
      steps: [],
    }
  }
  return {
    heading: 'Your evidence is attached',
    paragraphs: [
      `${isolatedText(evidence.fileName)} contains everything needed to check the record without us: a certificate, the proof, and a page that checks it offline. Your order page always has the newest version.`,
    ],
    steps: [],
  }
}

export function checkSection({ publicUrl }: Shop): MailSection {
  return {
    heading: 'How to check it yourself',
    paragraphs: [],
    steps: [
      'Compute the SHA-256 of your file. On Windows: certutil -hashfile FILE SHA256. On a Mac: shasum -a 256 FILE. On Linux: sha256sum FILE. Replace FILE with the name of your file.',
      'Compare the 64 letters and digits with the fingerprint above. Spaces and capital letters do not matter.',
      `Or drop your file and the proof.json from the evidence on ${publicUrl}/verify. It follows the proof from your file to the blockchain entry, and uploads nothing.`,
      'The blockchain entry itself shows neither your fingerprint nor your name: it shows only a code, the root of a batch, usually computed from many works. The proof leads from your fingerprint to that code.',
    ],
  }
}

export const filesToKeep: MailSection = {
  heading: 'Keep three things together',
  paragraphs: [
    'Your file exactly as you uploaded it, its evidence, and this email. Without the file, the fingerprint proves nothing, and nobody can recreate the file from the fingerprint.',
  ],
  steps: [],
}
