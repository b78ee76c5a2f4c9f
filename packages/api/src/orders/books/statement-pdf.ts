import { dayIn, formatDay } from '@priormark/core/platform/dates'
import { formatSignedDollars } from '@priormark/core/platform/money'
import type { Statement } from '@priormark/core/orders/books/endpoints'
import { daysText, periodDays, periodText } from '@priormark/core/orders/books/period'
import type { Income } from '@priormark/core/orders/overview/endpoints'
import type { Shop } from '@priormark/core/settings/groups'
import type { PdfContent, PdfLine } from '../../platform/typesetting/draw-pdf.ts'

/** Composes a statement for a PDF. */
export function composeStatement(
  statement: Statement,
  { shop, timeZone, now }: { shop: Shop; timeZone: string; now: Date },
): PdfContent {
  const { period, missingFees, parts } = statement
  return {
    issuer: shop.name,
    title: `Statement: ${periodText(period)}`,
    createdAt: now,
    lines: [
      { text: shop.tradingName },
      { text: shop.tradingAddress },
      {
        text: `${daysText(periodDays(period))}. Each amount is on the day it moved, in the ${timeZone} time zone. US dollars. Made on ${formatDay(dayIn(timeZone, now))}.`,
        isSmall: true,
      },
      ...amountLines(statement),
      ...(missingFees === 0 ? [] : [{ text: missingFeesText(missingFees), isSmall: true }]),
      ...parts.map((part, index) => ({
        text: `${daysText(part)}: ${partText(part)}`,
        value: formatSignedDollars(part.net),
        isSmall: true,
        isNewSection: index === 0,
      })),
    ],
  }
}

function amountLines({ income, refunds, disputes, fees, net }: Income): PdfLine[] {
  return [
    { text: 'Payments (gross)', value: formatSignedDollars(income), isNewSection: true },
    { text: 'Refunds', value: formatSignedDollars(0 - refunds) },
    { text: 'Disputes', value: formatSignedDollars(0 - disputes) },
    { text: 'Stripe’s fees', value: formatSignedDollars(0 - fees) },
    { text: 'Net', value: formatSignedDollars(net), isStrong: true, isNewSection: true },
  ]
}

function partText({ income, refunds, disputes, fees }: Income): string {
  return [
    ['payments', income],
    ['refunds', 0 - refunds],
    ['disputes', 0 - disputes],
    ['fees', 0 - fees],
  ]
    .flatMap(([name, amount]) => (amount === 0 ? [] : [`${name} ${formatSignedDollars(Number(amount))}`]))
    .join(', ')
}

function missingFeesText(count: number): string {
  return `Stripe has not reported its fee for ${count === 1 ? 'one' : count} of these amounts yet.`
}
