import { countHit } from '../../platform/http/rate-limit.ts'
import type { JobData } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/logging/log.ts'
import { mailLimit } from '../../platform/mail/mail-limit.ts'
import { MailRejectedError, type MailTransport } from '../../platform/mail/mail-transport.ts'
import { Order } from '../../order-book/order-entity.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { Database } from '../../platform/database/database.ts'
import { linksMail } from '../emails/links-mail.ts'
import { findPaidByAddress } from './customer-service.ts'

interface LinksDeps {
  database: Database
  transport: MailTransport
  settings: SettingsSource
  log: Log
}

/** The counters of requests in vain, by order, for the health page. */
export const limitedLinksKey = 'my-works-limited:'
const limitedLinks = { hits: Infinity, windowSeconds: mailLimit.windowSeconds }

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
  settings,
  log,
}: LinksDeps): (data: JobData['send-links'], signal: AbortSignal) => Promise<void> {
  return async ({ orderId, isLimited, requestedAt }, signal) => {
    if (orderId === null || Date.now() - Date.parse(requestedAt) > giveUpAfterMs) return
    const em = database.fork()
    const order = await em.findOne(Order, { id: orderId, erasedAt: null })
    if (order === null) return
    if (isLimited) {
      await countHit(em, limitedLinksKey + orderId, limitedLinks)
      return
    }
    const orders = await findPaidByAddress(em, order.email)
    const { shop, mailTexts: texts } = await settings.refresh()
    try {
      const mail = linksMail(order, orders.slice(-maxLinks).toReversed(), {
        shop,
        texts,
        requestedAt: new Date(requestedAt),
      })
      await transport.send(mail, AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]))
    } catch (error) {
      log.warn({ orderId }, 'mail: the links of a customer were not sent')
      if (!(error instanceof MailRejectedError)) throw error
    }
  }
}
