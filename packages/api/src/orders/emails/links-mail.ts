import { formatDay } from '@priormark/core/platform/dates'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { MailTexts } from '@priormark/core/settings/mail-texts'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import type { Shop } from '@priormark/core/settings/shop'
import { oneLine } from '../../platform/mail/mail-content.ts'
import { writeMail, type MailBody } from './mail-body.ts'
import { mailHtml } from '../../platform/mail/mail-html.ts'
import { mailText } from '../../platform/mail/mail-text.ts'
import type { OutgoingMail } from '../../platform/mail/mail-transport.ts'
import type { Order } from '../../order-book/order-entity.ts'

/** Writes the email with the links to a customer's orders. @param customer the order that the links were requested with */
export function linksMail(
  customer: Order,
  orders: readonly Order[],
  { shop, texts, requestedAt }: { shop: Shop; texts: MailTexts; requestedAt: Date },
): OutgoingMail {
  const { id, email, firstName, lastName } = customer
  const body: MailBody = {
    values: {},
    preview: 'Bookmark them: anyone who has a link can see its order.',
    mark: null,
    links: orders.map(({ projectName, createdAt, accessKey }) => ({
      label: `${isolatedText(oneLine(projectName))} (${formatDay(createdAt.toISOString())})`,
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
  const content = writeMail(body, texts.links, customer, shop)
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
