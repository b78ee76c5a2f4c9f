import { formatDay } from '@priormark/core/platform/dates'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { MailTexts } from '@priormark/core/settings/mail-texts'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import type { Shop } from '@priormark/core/settings/groups'
import { countHit } from '../../platform/http/rate-limit.ts'
import type { JobData } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/logging/log.ts'
import { mailLimit } from '../../platform/mail/mail-limit.ts'
import {
  MailRejectedError,
  type MailTransport,
  type OutgoingMail,
} from '../../platform/mail/mail-transport.ts'
import { Order } from '../../order-book/order-entity.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { Database } from '../../platform/database/database.ts'
import { findPaidByAddress } from '../customers/customer-service.ts'
import { toOneLine, plainMail } from '../../platform/mail/mail-content.ts'
import { writeMail, type MailBody } from './mail-body.ts'
import { mailMessage } from '../../platform/mail/mail-message.ts'

/** The prefix of the keys that count rejected requests, by order. The health page reads the counters. */
export const limitedLinksKey = 'my-works-limited:'
const limitedLinksCounter = { hits: Infinity, windowSeconds: mailLimit.windowSeconds }

/** After this time, a customer who still needs the links has requested them again. */
const giveUpAfterMs = 24 * 60 * 60 * 1000

/** More links would not fit into an email. */
const maxLinks = 200

/**
 * Emails a customer the links to all paid orders of their address. If the process dies while sending, the email is sent again as
 * the same message.
 */
export function sendLinksHandler(deps: {
  database: Database
  transport: MailTransport
  settings: SettingsSource
  log: Log
}): (data: JobData['send-links'], signal: AbortSignal) => Promise<void> {
  const { database, transport, settings, log } = deps
  return async ({ orderId, isLimited, requestedAt }, signal) => {
    if (orderId === null || Date.now() - Date.parse(requestedAt) > giveUpAfterMs) return
    const em = database.fork()
    const order = await em.findOne(Order, { id: orderId, erasedAt: null })
    if (order === null) return
    if (isLimited) {
      await countHit(em, limitedLinksKey + orderId, limitedLinksCounter)
      return
    }
    const orders = await findPaidByAddress(em, order.email)
    const { shop, mailTexts: texts } = await settings.refresh()
    const context = { shop, texts, requestedAt: new Date(requestedAt) }
    try {
      const mail = linksMail(order, orders.slice(-maxLinks).toReversed(), context)
      await transport.send(mail, signal)
    } catch (error) {
      log.warn({ orderId }, 'mail: the links of a customer were not sent')
      if (!(error instanceof MailRejectedError)) throw error
    }
  }
}

/** Writes the email with the links to a customer's orders. @param customer one of the orders, for the name and address */
export function linksMail(
  customer: Order,
  orders: readonly Order[],
  { shop, texts, requestedAt }: { shop: Shop; texts: MailTexts; requestedAt: Date },
): OutgoingMail {
  const { id, email, firstName, lastName } = customer
  const body: MailBody = {
    ...plainMail,
    values: {},
    preview: 'Bookmark them: anyone who has a link can see its order.',
    links: orders.map(({ projectName, createdAt, accessKey }) => ({
      label: `${isolatedText(toOneLine(projectName))} (${formatDay(createdAt.toISOString())})`,
      url: shop.publicUrl + orderPagePath(accessKey),
    })),
    sections: [
      {
        heading: 'Didn’t ask for this?',
        paragraphs: [
          'Someone probably typed your address by mistake. Only you got this email, so you don’t need to do anything.',
        ],
      },
    ],
  }
  return mailMessage(writeMail(body, texts.links, customer, shop), shop, {
    to: { name: toOneLine(`${firstName} ${lastName}`), address: email },
    id: `${id}.links`,
    date: requestedAt,
    name: `links-${id}`,
  })
}
