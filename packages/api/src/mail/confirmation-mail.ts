import { formatMoment } from '@priormark/core/dates'
import { formatFileSize } from '@priormark/core/file-size'
import { dollarsFromCents, formatDollars } from '@priormark/core/money'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { cancellationDays, startRequestText } from '@priormark/core/payments/start-request'
import type { Shop } from '@priormark/core/shop'
import type { Order } from '../orders/order-entity.ts'
import { oneLine, type MailContent, type MailSection } from './mail-content.ts'
import type { RecordingPace } from './recording-pace.ts'

interface PaceTexts {
  preview: string
  lead: string
  firstStep: string
}

const usually: Record<Exclude<RecordingPace, 'manual'>, string> = {
  minutes: 'This usually takes minutes, 48 hours at most.',
  hours: 'This usually takes a few hours, 48 hours at most.',
}

function paceTexts(pace: RecordingPace): PaceTexts {
  if (pace === 'manual') {
    return {
      preview: 'Your payment has arrived. We’ll email your verification link within 24-48 hours.',
      lead: 'We record the fingerprint of your work on the blockchain manually within 24-48 hours and then email you the verification link.',
      firstStep: 'We record the fingerprint and your project details on the blockchain within 24-48 hours.',
    }
  }
  return {
    preview: `Your payment has arrived, and we’re recording your work. ${usually[pace]}`,
    lead: `We’re recording the fingerprint of your work on the blockchain now. ${usually[pace]} Then we’ll email you the verification link.`,
    firstStep: `We record the fingerprint and your project details on the blockchain. ${usually[pace]}`,
  }
}

/** Writes the email for a payment that has arrived. */
export function confirmationMail(order: Order, shop: Shop, pace: RecordingPace): MailContent {
  const words = paceTexts(pace)
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
          'We send you a second email with the verification link.',
          'The record is permanent: from then on, anyone can check it without us.',
        ],
      },
      {
        heading: 'Your order page',
        paragraphs: [
          'The link above shows the progress of your order, now and for years to come. Anyone with this link can see your order, so keep it private.',
        ],
        steps: [],
      },
      ...startSections(order, shop),
      {
        heading: 'Keep your file and its fingerprint together',
        paragraphs: [
          'Only the fingerprint and the project details go on the blockchain, not the file. Keep the file exactly as you uploaded it, and keep this email with it. Change one byte and the fingerprint no longer matches. We delete our copy once your order no longer needs it.',
        ],
        steps: [],
      },
      {
        heading: 'What it proves, and what it doesn’t',
        paragraphs: [
          'The record will show that this file existed, unchanged, no later than the time it was recorded. It does not show who made it, and it does not replace formal copyright registration.',
          `There is no refund after payment, as stated in the terms you accepted: ${shop.publicUrl}/terms`,
        ],
        steps: [],
      },
    ],
  }
}

/**
 * Repeats the customer's request for an immediate start, with its time and wording, as the law requires. An order that an
 * administrator marked as paid starts at once; the administrator informs the customer.
 */
function startSections({ startRequestedAt, paymentState }: Order, { supportEmail }: Shop): MailSection[] {
  const cancel = `You can cancel by writing to ${supportEmail} until your work is recorded on the blockchain, and we’ll refund you.`
  if (startRequestedAt != null) {
    return [
      {
        heading: 'Your request to start right away',
        paragraphs: [
          `On ${formatMoment(startRequestedAt.toISOString())} you checked the box: “${startRequestText}”`,
          `${cancel} After that, you can no longer cancel.`,
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
        `You have not asked us to start right away. Unless you do, we’ll record your work ${cancellationDays} days after your payment. ${cancel}`,
      ],
      steps: [],
    },
  ]
}
