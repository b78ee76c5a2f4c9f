import type { Shop } from '@priormark/core/shop'
import type { Order } from '../orders/order-entity.ts'
import type { OrderMail } from '../orders/order-mail-entity.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { fulfillmentMail } from './fulfillment-mail.ts'
import { oneLine, type MailContent } from './mail-content.ts'
import type { MailFile } from './mail-evidence.ts'
import { mailHtml, sealContentId } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import type { OutgoingMail } from './mail-transport.ts'
import type { RecordingPace } from './recording-pace.ts'
import { sealPng } from './seal-image.ts'

/** What an email contains besides the order. */
export interface MailExtras {
  pace: RecordingPace
  /** Attached to the fulfillment email; null sends it without an attachment. */
  evidence: MailFile | null
  /** Whether the order is recorded on a single-machine chain; the fulfillment email then says that this proves nothing. */
  isTrial: boolean
}

/**
 * Composes a queued email. Every attempt gives the same message, including id and date; only the attached evidence may
 * have gained anchors in the meantime.
 */
export function composeMail(mail: OrderMail, order: Order, shop: Shop, extras: MailExtras): OutgoingMail {
  const content = contentOf(mail, order, shop, extras)
  return {
    to: { name: oneLine(`${order.firstName} ${order.lastName}`), address: order.email },
    replyTo: shop.supportEmail,
    subject: content.subject,
    html: mailHtml(content, shop),
    text: mailText(content, shop),
    image: { contentId: sealContentId, fileName: 'seal.png', png: sealPng(order.fileSha256) },
    files: extras.evidence === null ? [] : [extras.evidence],
    messageId: `<${order.id}.${mail.kind}.${mail.queuedAt.getTime()}@${new URL(shop.publicUrl).hostname}>`,
    date: mail.queuedAt,
    name: `${mail.kind}-${order.id}`,
  }
}

function contentOf(mail: OrderMail, order: Order, shop: Shop, extras: MailExtras): MailContent {
  if (mail.kind === 'confirmation') return confirmationMail(order, shop, extras.pace)
  if (!order.blockchainLink) throw new Error('A fulfillment email needs the blockchain link')
  const { evidence, isTrial } = extras
  return fulfillmentMail(order, shop, { link: order.blockchainLink, evidence, isTrial })
}
