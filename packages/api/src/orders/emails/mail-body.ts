import { formatDeadline } from '@priormark/core/platform/dates'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { orderNumberText } from '@priormark/core/orders/order'
import { fillText } from '@priormark/core/settings/fields'
import type { MailText } from '@priormark/core/settings/mail-texts'
import type { Shop } from '@priormark/core/settings/groups'
import type { Order } from '../../order-book/order-entity.ts'
import { toOneLine, type MailContent, type MailFact } from '../../platform/mail/mail-content.ts'

/** The parts of an email that the shop's texts do not decide, and the values of the placeholders in those texts. */
export interface MailBody extends Omit<MailContent, 'subject' | 'heading' | 'lead' | 'closing'> {
  values: Readonly<Record<string, string>>
}

/** Puts the texts of the settings into an email. */
export function writeMail(
  { values, ...body }: MailBody,
  text: MailText,
  order: Order,
  shop: Shop,
): MailContent {
  const allValues = {
    firstName: toOneLine(order.firstName),
    shopName: shop.name,
    supportEmail: shop.supportEmail,
    projectName: toOneLine(order.projectName),
    orderId: order.id,
    ...values,
  }
  const isolatedNames = {
    firstName: isolateName(allValues.firstName),
    projectName: isolateName(allValues.projectName),
  }
  const paragraphs = (source: string) =>
    source
      .split(/\n\s*\n/)
      .map((paragraph) =>
        fillText(paragraph, { ...allValues, ...isolatedNames })
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .filter((paragraph) => paragraph !== '')
  return {
    ...body,
    subject: toOneLine(fillText(text.subject, allValues)),
    heading: toOneLine(fillText(text.heading, { ...allValues, ...isolatedNames })),
    lead: paragraphs(text.opening),
    closing: paragraphs(text.closing),
  }
}

const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Isolates a name that is written from right to left from the sentence around it. Other names stay free of invisible characters. */
function isolateName(name: string): string {
  return rightToLeftLetter.test(name) ? isolatedText(name) : name
}

/** Formats a date in the customer's time zone: 'Tue, Nov 24, 8:05 AM EST', with a year on request. */
export function dateText({ timeZone }: Pick<Order, 'timeZone'>, at: Date, { withYear = false } = {}): string {
  return formatDeadline(at.toISOString(), { timeZone: timeZone ?? 'UTC', hasZoneName: true, withYear })
}

/** The facts about an order's work. */
export function workFacts(order: Order): MailFact[] {
  return [
    { label: 'Work', value: toOneLine(order.projectName) },
    {
      label: 'File',
      value: `${isolatedText(toOneLine(order.fileName))} (${formatFileSize(order.fileSize)})`,
    },
    { label: 'Order', value: `${orderNumberText(order)} (${order.id})` },
  ]
}
