import { formatMoment } from '@priormark/core/dates'
import { formatFileSize } from '@priormark/core/file-size'
import { dollarsFromCents, formatDollars } from '@priormark/core/money'
import type { Order } from '../orders/order-entity.ts'
import type { Shop } from '../shop.ts'
import { oneLine, type MailContent } from './mail-content.ts'

/** What a customer reads once the payment has arrived. */
export function confirmationMail(order: Order, shop: Shop): MailContent {
  return {
    subject: `Your order is confirmed: ${oneLine(order.projectName)}`,
    preview: 'Your payment has arrived. The verification link follows within 24-48 hours.',
    mark: null,
    heading: `Thank you, ${oneLine(order.firstName)}.`,
    lead: [
      'Your payment has arrived and your order is confirmed. We add the fingerprint of your work to the blockchain by hand within 24-48 hours, and then send you the verification link.',
    ],
    link: null,
    facts: [
      { label: 'Work', value: oneLine(order.projectName) },
      { label: 'File', value: `${oneLine(order.fileName)} (${formatFileSize(order.fileSize)})` },
      { label: 'Paid', value: formatDollars(dollarsFromCents(order.amountCents)) },
      { label: 'Ordered', value: formatMoment(order.createdAt.toISOString()) },
      { label: 'Order', value: order.id },
    ],
    fingerprint: order.fileSha256,
    sections: [
      {
        heading: 'What happens next',
        paragraphs: [],
        steps: [
          'We record the fingerprint and your project details on the blockchain, within 24-48 hours.',
          'You receive a second e-mail with the verification link.',
          'The record is permanent: from then on anyone can check it, without us.',
        ],
      },
      {
        heading: 'Keep your file and its fingerprint together',
        paragraphs: [
          'Only the fingerprint and the project details go on the blockchain, not the file. Keep the file exactly as you uploaded it, and keep this e-mail with it. One changed byte makes a different fingerprint, and we do not keep your file for you.',
        ],
        steps: [],
      },
      {
        heading: 'In plain words',
        paragraphs: [
          'The record will show that this file existed, unchanged, no later than the time of the record. It does not show who made it, and it does not replace formal copyright registration.',
          `There is no refund after payment, as the terms say that you accepted: ${shop.publicUrl}/terms`,
        ],
        steps: [],
      },
    ],
  }
}
