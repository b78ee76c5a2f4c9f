import { isoIn } from '@priormark/core/platform/dates'
import { Readable } from 'node:stream'
import type { Order } from '@priormark/core/orders/order'
import { detailNames, orderDetails } from '@priormark/core/orders/order-details'
import { isMarkedPaid } from '@priormark/core/orders/order-conditions'
import { csvLine, type CsvCell } from '../platform/csv.ts'
import type { OrderColumns } from './order-list.ts'
import { orderView } from './order-view.ts'

/** The headings and what each shows of an order. */
const columns: readonly (readonly [heading: string, value: (order: Order) => CsvCell])[] = [
  ['Order', ({ id }) => id],
  ['Ordered at', ({ createdAt }) => createdAt],
  ['Status', ({ status }) => status],
  ...detailNames.map((name) => [orderDetails[name].label, (order: Order) => order[name]] as const),
  ['File name', ({ fileName }) => fileName],
  ['File size (bytes)', ({ fileSize }) => fileSize],
  ['SHA-256', ({ fileSha256 }) => fileSha256],
  ['Currency', () => 'USD'],
  ['Amount', ({ paymentAmount }) => paymentAmount],
  ['Payment', paymentOf],
  ['Paid at', ({ paidAt }) => paidAt],
  ['Refunded', ({ refundedAmount }) => refundedAmount],
  ['Dispute', ({ dispute }) => dispute && words(dispute.status)],
  ['Completed at', ({ completedAt }) => completedAt],
  ['Confirmation email sent', ({ confirmationEmailSent }) => (confirmationEmailSent ? 'yes' : 'no')],
  ['Fulfillment email sent', ({ fulfillmentEmailSent }) => (fulfillmentEmailSent ? 'yes' : 'no')],
  ['Blockchain link', ({ blockchainLink }) => blockchainLink],
]

function paymentOf(order: Order): string {
  return isMarkedPaid(order) ? 'marked as paid' : words(order.paymentState)
}

const words = (state: string) => state.replaceAll('_', ' ')

/** Streams orders as CSV (RFC 4180). Begins with a byte order mark, so that spreadsheets read it as UTF-8. Times are by the clock of a time zone. */
export function ordersCsv(orders: AsyncIterable<OrderColumns>, timeZone = 'UTC'): Readable {
  return Readable.from(lines(orders, timeZone))
}

async function* lines(orders: AsyncIterable<OrderColumns>, timeZone: string): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns.map(([heading]) => heading))}`
  for await (const row of orders) {
    const order = inZone(orderView(row), timeZone)
    yield csvLine(columns.map(([, value]) => value(order)))
  }
}

function inZone(order: Order, timeZone: string): Order {
  const at = (iso: string | null) => (iso === null ? null : isoIn(timeZone, iso))
  return {
    ...order,
    createdAt: isoIn(timeZone, order.createdAt),
    paidAt: at(order.paidAt),
    completedAt: at(order.completedAt),
  }
}
