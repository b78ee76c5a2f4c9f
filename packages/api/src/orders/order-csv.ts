import { localMinute } from '@priormark/core/platform/dates'
import { dollarsFromCents } from '@priormark/core/platform/money'
import { Readable } from 'node:stream'
import { orderNumberText, type Order } from '@priormark/core/orders/order'
import { detailNames, orderDetails } from '@priormark/core/orders/order-details'
import { isMarkedPaid } from '@priormark/core/orders/order-conditions'
import { csvLine, type CsvCell } from '../platform/csv.ts'
import type { OrderMoney } from './books/order-money.ts'
import type { OrderColumns } from './order-list.ts'
import { orderView } from './order-view.ts'

/** An order and the money that moved for it; null if none did. */
export interface ExportedOrder {
  order: OrderColumns
  money: OrderMoney | null
}

/** The values from which a line is made. `date` formats a moment for spreadsheets, in the shop's time zone. */
interface Line {
  order: Order
  money: OrderMoney | null
  date: (at: string | null | undefined) => CsvCell
}

/** The columns: a heading, and its value for an order. New columns are added at the end. */
const columns: readonly (readonly [heading: string, value: (line: Line) => CsvCell])[] = [
  ['Order', ({ order }) => order.id],
  ['Ordered at', ({ order, date }) => date(order.createdAt)],
  ['Status', ({ order }) => order.status],
  ...detailNames.map((name) => [orderDetails[name].label, ({ order }: Line) => order[name]] as const),
  ['File name', ({ order }) => order.fileName],
  ['File size (bytes)', ({ order }) => order.fileSize],
  ['SHA-256', ({ order }) => order.fileSha256],
  ['Currency', () => 'USD'],
  ['Amount', ({ order }) => order.paymentAmount],
  ['Payment', ({ order }) => (isMarkedPaid(order) ? 'marked as paid' : withSpaces(order.paymentState))],
  ['Paid at', ({ order, date }) => date(order.paidAt)],
  ['Refunded', ({ order }) => order.refundedAmount],
  ['Dispute', ({ order }) => order.dispute && withSpaces(order.dispute.status)],
  ['Completed at', ({ order, date }) => date(order.completedAt)],
  ['Confirmation email sent', ({ order }) => (order.confirmationEmailSent ? 'yes' : 'no')],
  ['Fulfillment email sent', ({ order }) => (order.fulfillmentEmailSent ? 'yes' : 'no')],
  ['Blockchain link', ({ order }) => order.blockchainLink],
  ['Number', ({ order }) => orderNumberText(order)],
  ['Payment ID', ({ order }) => order.paymentIntentId],
  ['Last refunded at', ({ money, date }) => date(money?.refundedAt?.toISOString())],
  ['Disputed', ({ money }) => (money === null ? null : dollarsFromCents(money.disputedCents))],
  ['Disputed at', ({ money, date }) => date(money?.disputedAt?.toISOString())],
  ['Dispute returned at', ({ money, date }) => date(money?.disputeReturnedAt?.toISOString())],
  ['Stripe fees', ({ money }) => (money === null ? null : dollarsFromCents(money.feeCents))],
  ['Net', ({ money }) => (money === null ? null : dollarsFromCents(money.netCents))],
]

const withSpaces = (state: string) => state.replaceAll('_', ' ')

/** Streams orders as CSV. Begins with a byte order mark, so that spreadsheets read it as UTF-8. */
export function ordersCsv(orders: AsyncIterable<ExportedOrder>, timeZone = 'UTC'): Readable {
  return Readable.from(csvLines(orders, timeZone))
}

async function* csvLines(orders: AsyncIterable<ExportedOrder>, timeZone: string): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns.map(([heading]) => heading))}`
  const date = (at: string | null | undefined) =>
    at == null ? null : localMinute(timeZone, new Date(at)).replace('T', ' ')
  for await (const { order: row, money } of orders) {
    const line = { order: orderView(row), money, date }
    yield csvLine(columns.map(([, value]) => value(line)))
  }
}
