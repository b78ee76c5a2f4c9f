import { formatMoment } from '@priormark/core/dates'
import { formatFileSize } from '@priormark/core/file-size'
import { dollarsFromCents, formatDollars } from '@priormark/core/money'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { cancellationDays, startRequestText } from '@priormark/core/payments/start-request'
import type { Shop } from '@priormark/core/shop'
import type { Order } from '../orders/order-entity.ts'
import { oneLine, type MailContent, type MailSection } from './mail-content.ts'
import type { RecordingPace } from './recording-pace.ts'

interface PaceWords {
  preview: string
  lead: string
  firstStep: string
}

const usually: Record<Exclude<RecordingPace, 'by hand'>, string> = {
  minutes: 'usually within minutes, within 24-48 hours at worst',
  hours: 'usually within a few hours, within 24-48 hours at worst',
}

function paceWords(pace: RecordingPace): PaceWords {
  if (pace === 'by hand') {
    return {
      preview: 'Your payment has arrived. The verification link follows within 24-48 hours.',
      lead: 'We add the fingerprint of your work to the blockchain by hand within 24-48 hours, and then send you the verification link.',
      firstStep: 'We record the fingerprint and your project details on the blockchain, within 24-48 hours.',
    }
  }
  return {
    preview: `Your payment has arrived. The verification link follows, ${usually[pace]}.`,
    lead: `The fingerprint of your work is now recorded on the blockchain, ${usually[pace]}. Then we send you the verification link.`,
    firstStep: `The fingerprint and your project details are recorded on the blockchain, ${usually[pace]}.`,
  }
}

/** What a customer reads once the payment has arrived. */
export function confirmationMail(order: Order, shop: Shop, pace: RecordingPace): MailContent {
  const words = paceWords(pace)
  return {
    subject: `Your order is confirmed: ${oneLine(order.projectName)}`,
    preview: words.preview,
    mark: null,
    heading: `Thank you, ${oneLine(order.firstName)}.`,
    lead: [`Your payment has arrived and your order is confirmed. ${words.lead}`],
    links: [{ label: 'Follow your order', url: `${shop.publicUrl}${orderPagePath(order.accessKey)}` }],
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
          words.firstStep,
          'You receive a second e-mail with the verification link.',
          'The record is permanent: from then on anyone can check it, without us.',
        ],
      },
      {
        heading: 'The page of your order',
        paragraphs: [
          'The link above shows how far your order is, at any time and for years to come. Who has the link sees the order, so keep it to yourself.',
        ],
        steps: [],
      },
      ...startSections(order, shop),
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

/**
 * The customer's request in their own hands, as the law wants it: when it was made and in which words. What an administrator
 * marked as paid is begun on their word, and they tell the customer.
 */
function startSections({ startRequestedAt, paymentState }: Order, { supportEmail }: Shop): MailSection[] {
  const cancel = `You may cancel by writing to ${supportEmail} until your work is recorded on the blockchain, and get your money back.`
  if (startRequestedAt != null) {
    return [
      {
        heading: 'Your request to begin at once',
        paragraphs: [
          `On ${formatMoment(startRequestedAt.toISOString())} you ticked: “${startRequestText}”`,
          `${cancel} After that there is nothing left to cancel.`,
        ],
        steps: [],
      },
    ]
  }
  if (paymentState !== 'paid') return []
  return [
    {
      heading: 'Your right to cancel',
      paragraphs: [
        `You have not asked us to begin at once. Unless you do, your work is recorded when ${cancellationDays} days have passed since you paid. ${cancel}`,
      ],
      steps: [],
    },
  ]
}
