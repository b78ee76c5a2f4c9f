import { dayIn, formatDay } from '@priormark/core/platform/dates'
import { dollarsFromCents, formatSignedDollars } from '@priormark/core/platform/money'
import { vatCents } from '@priormark/core/orders/books/vat'
import { orderNumberText } from '@priormark/core/orders/order'
import type { Shop } from '@priormark/core/settings/groups'
import type { Order } from '../../order-book/order-entity.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import type { MailFile } from '../../platform/mail/mail-transport.ts'
import type { PdfContent, PdfLine } from '../../platform/typesetting/draw-pdf.ts'

/** The shop, which issues the receipt if the order does not name its trader, and the time zone of the receipt's dates. */
export interface ReceiptIssuer {
  shop: Shop
  timeZone: string
}

/** Makes the receipt of an order as a PDF. Returns null if the order is not paid. */
export async function makeReceipt(em: Em, order: Order, issuer: ReceiptIssuer): Promise<MailFile | null> {
  if (order.paidAt == null || order.amountCents === 0) return null
  const refunds = await em.find(
    Refund,
    {
      order,
      state: 'sent',
      refundedAt: { $ne: null },
      // Leaves out refunds of a second payment, which this receipt does not cover.
      $or: [{ paymentId: null }, { paymentId: order.paymentIntentId ?? null }],
    },
    { orderBy: { refundedAt: 'asc' } },
  )
  const { drawPdf } = await import('../../platform/typesetting/draw-pdf.ts')
  const bytes = await drawPdf(composeReceipt(order, order.paidAt, { ...issuer, refunds }))
  return { fileName: `receipt-${order.number}.pdf`, bytes }
}

/** Composes the receipt of a paid order. It names neither the customer nor the file, because the link of an order may be shared. */
export function composeReceipt(
  order: Pick<Order, 'id' | 'number' | 'projectName' | 'amountCents' | 'vat' | 'trader'>,
  paidAt: Date,
  {
    shop,
    timeZone,
    refunds,
  }: ReceiptIssuer & { refunds: readonly Pick<Refund, 'amountCents' | 'refundedAt'>[] },
): PdfContent {
  const { amountCents, vat } = order
  const trader = order.trader ?? shop
  const dollars = (cents: number) => formatSignedDollars(dollarsFromCents(cents))
  const day = (at: Date) => formatDay(dayIn(timeZone, at))
  const refundLines = refunds.flatMap(({ amountCents: cents, refundedAt }): PdfLine[] =>
    refundedAt == null
      ? []
      : [{ text: `Refunded on ${day(refundedAt)}`, value: dollars(0 - cents), isNewSection: true }],
  )
  const vatLines: PdfLine[] =
    vat == null
      ? [{ text: 'No VAT charged' }]
      : [
          { text: `VAT at ${vat.percent}%, included`, value: dollars(vatCents(amountCents, vat)) },
          { text: 'Without VAT', value: dollars(amountCents - vatCents(amountCents, vat)) },
          { text: `VAT number ${vat.number}` },
        ]
  return {
    issuer: trader.name,
    title: `Receipt ${orderNumberText(order)}`,
    createdAt: paidAt,
    lines: [
      { text: trader.tradingName },
      { text: trader.tradingAddress },
      { text: trader.supportEmail },
      { text: `Paid on ${day(paidAt)}`, isNewSection: true },
      { text: `Order ${order.id}`, isSmall: true },
      {
        text: `Recording of “${order.projectName}” on a blockchain`,
        value: dollars(amountCents),
        isNewSection: true,
      },
      ...vatLines,
      { text: 'Total paid, in US dollars', value: dollars(amountCents), isStrong: true, isNewSection: true },
      ...refundLines,
    ],
  }
}
