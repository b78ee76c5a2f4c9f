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

/** What a mail says besides the order. */
export interface MailExtras {
  pace: RecordingPace
  /** Attached to the fulfilment mail; null where it goes without. */
  evidence: MailFile | null
  /** The order is recorded on a chain of one machine: the fulfilment mail says that this proves nothing to others. */
  isTrial: boolean
}

/**
 * Writes the mail that is owed. The same mail gives the same message at every try, id and date included; only the
 * evidence that it carries may have grown meanwhile.
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
