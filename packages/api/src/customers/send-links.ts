import { formatDay } from '@priormark/core/dates'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { Shop } from '@priormark/core/shop'
import type { JobData } from '../jobs/job-queue.ts'
import type { Log } from '../logging/log.ts'
import { oneLine, type MailContent } from '../mail/mail-content.ts'
import { mailHtml } from '../mail/mail-html.ts'
import { mailText } from '../mail/mail-text.ts'
import { MailRejectedError, type MailTransport, type OutgoingMail } from '../mail/mail-transport.ts'
import { Order } from '../orders/order-entity.ts'
import type { Database } from '../sql/database.ts'
import { findPaidByAddress } from './customer-service.ts'

export interface LinksDeps {
  database: Database
  transport: MailTransport
  shop: Shop
  log: Log
}

const sendTimeoutMs = 60_000

/** A customer who still waits for the links after this long has asked again. */
const giveUpAfterMs = 24 * 60 * 60 * 1000

/** More links than this would not fit an email. */
const maxLinks = 200

/**
 * Emails a customer the links to all paid orders of their address. If the process dies while sending, the email is sent again as
 * the same message.
 */
export function sendLinksHandler({
  database,
  transport,
  shop,
  log,
}: LinksDeps): (data: JobData['send-links'], signal: AbortSignal) => Promise<void> {
  return async ({ orderId, requestedAt }, signal) => {
    if (orderId === null || Date.now() - Date.parse(requestedAt) > giveUpAfterMs) return
    const em = database.fork()
    const order = await em.findOne(Order, { id: orderId, erasedAt: null })
    if (order === null) return
    const orders = await findPaidByAddress(em, order.email)
    try {
      const mail = linksMail(order, orders.slice(-maxLinks).toReversed(), shop, new Date(requestedAt))
      await transport.send(mail, AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]))
    } catch (error) {
      log.warn({ orderId }, 'mail: the links of a customer were not sent')
      if (!(error instanceof MailRejectedError)) throw error
    }
  }
}

function linksMail(
  { id, email, firstName, lastName }: Order,
  orders: readonly Order[],
  shop: Shop,
  requestedAt: Date,
): OutgoingMail {
  const content: MailContent = {
    subject: 'The links to your works',
    preview: 'Bookmark them: anyone who has a link can see its order.',
    mark: null,
    heading: 'The links to your works',
    lead: [
      'You asked for the links to your orders. Anyone who has a link can see its order, so keep them private.',
    ],
    links: orders.map(({ projectName, createdAt, accessKey }) => ({
      label: `${oneLine(projectName)} (${formatDay(createdAt.toISOString())})`,
      url: shop.publicUrl + orderPagePath(accessKey),
    })),
    facts: [],
    fingerprint: null,
    sections: [
      {
        heading: 'Didn’t ask for this?',
        paragraphs: [
          'Someone probably typed your address by mistake. Only you got this email, so you don’t need to do anything.',
        ],
        steps: [],
      },
    ],
  }
  return {
    to: { name: oneLine(`${firstName} ${lastName}`), address: email },
    replyTo: shop.supportEmail,
    subject: content.subject,
    html: mailHtml(content, shop),
    text: mailText(content, shop),
    image: null,
    files: [],
    messageId: `<${id}.links.${requestedAt.getTime()}@${new URL(shop.publicUrl).hostname}>`,
    date: requestedAt,
    name: `links-${id}`,
  }
}
