import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import type { MailTexts } from '@priormark/core/settings/mail-texts'
import type { RecordState } from '@priormark/core/orders/stop-texts'
import type { Shop } from '@priormark/core/settings/groups'
import type { Order } from '../../order-book/order-entity.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { toOneLine } from '../../platform/mail/mail-content.ts'
import { writeMail, type MailBody } from './mail-body.ts'
import type { MailFile, OutgoingMail } from '../../platform/mail/mail-transport.ts'
import { sealContentId } from '../../platform/mail/mail-html.ts'
import { mailMessage } from '../../platform/mail/mail-message.ts'
import { type MailRecord, fulfillmentMail, evidenceMail } from './record-mail.ts'
import { refundFailedMail, refundMail, type MailRefund } from './refund-mail.ts'
import { sealPng } from './seal-image.ts'
import type { OrderMail } from '../../order-book/order-mail-service.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import type { Em } from '../../platform/database/database.ts'

/** The parts of an email that do not come from the order's row. */
export interface MailExtras {
  policy: ServicePolicy
  /** The shop's own texts of emails, from the settings. */
  texts: MailTexts
  /** When recording started; null if it has not. */
  startedAt: Date | null
  recordState: RecordState
  /** The attached evidence; null if the email has none. */
  evidence: MailFile | null
  /** The attached receipt; null if the email has none. */
  receipt: MailFile | null
  /** Null in an email that is not about the record. */
  record: MailRecord | null
  /** Null in an email that is not about a refund. */
  refund: MailRefund | null
}

/**
 * Builds the message of a queued email. Every attempt to send an email builds the same message, including id and date; only
 * its statements about the record may change between attempts.
 */
export function composeMail(mail: OrderMail, order: Order, shop: Shop, extras: MailExtras): OutgoingMail {
  // Several emails of an order may be about refunds.
  const name = mail.refund == null ? mail.kind : `${mail.kind}.${mail.refund.id}`
  const content = writeMail(bodyOf(mail, order, shop, extras), extras.texts[mail.kind], order, shop)
  const drawPng = () => sealPng(order.fileSha256, content.tone)
  return mailMessage(content, shop, {
    to: { name: toOneLine(`${order.firstName} ${order.lastName}`), address: order.email },
    image: { contentId: sealContentId, fileName: 'seal.png', drawPng },
    files: [extras.evidence, extras.receipt].filter((file) => file !== null),
    id: `${order.id}.${name}`,
    date: mail.queuedAt,
    name: `${name}-${order.id}`,
  })
}

function bodyOf(mail: OrderMail, order: Order, shop: Shop, extras: MailExtras): MailBody {
  if (mail.kind === 'confirmation') return confirmationMail(order, shop, { ...extras, at: mail.queuedAt })
  if (mail.kind === 'refund' || mail.kind === 'refund_failed') {
    if (extras.refund === null) throw new Error(`The ${mail.kind} email needs the refund`)
    return mail.kind === 'refund'
      ? refundMail(order, shop, extras.refund, mail.queuedAt)
      : refundFailedMail(order, shop, extras.refund)
  }
  const { evidence, record } = extras
  if (record === null) throw new Error(`The ${mail.kind} email needs the record of the order`)
  const write = mail.kind === 'fulfillment' ? fulfillmentMail : evidenceMail
  return write(order, shop, { record, evidence })
}

/** Makes a file about an order, such as its evidence. Returns null if the order has none yet. */
export type MakeFile = (em: Em, order: Order) => Promise<MailFile | null>

/** Mail servers accept at least 10 MB, and base64 adds a third. */
const maxAttachedBytes = 5 * 1024 * 1024

/** How long an email waits for its attachment, in milliseconds. */
export const evidenceLimit = { makingMs: 30_000 }

/**
 * Makes the attachment of an email: its evidence or its receipt. Returns null if there is none, if it takes too long, or if it is too
 * large: the email is then sent without it and links to it. Never rejects.
 */
export async function makeAttachment(
  makeFile: MakeFile,
  em: Em,
  { order, log }: { order: Order; log: Log },
): Promise<MailFile | null> {
  const subject = { orderId: order.id }
  try {
    const timeout = delay(evidenceLimit.makingMs, null, { ref: false })
    const file = await Promise.race([makeFile(em, order), timeout])
    if (file === null || file.bytes.length <= maxAttachedBytes) return file
    log.warn({ ...subject, bytes: file.bytes.length }, 'mail: the file is too large to attach')
    return null
  } catch (error) {
    log.error({ ...subject, ...failureOf(error) }, 'mail: could not create the attachment')
    return null
  }
}
