import { isoIn } from '@priormark/core/platform/dates'
import { Readable } from 'node:stream'
import type { Order } from '@priormark/core/orders/order'
import { detailNames, orderDetails } from '@priormark/core/orders/order-details'
import { isMarkedPaid } from '@priormark/core/orders/order-conditions'
import type { OrderColumns } from './order-list.ts'
import { orderView } from './order-view.ts'

/** The headings and what each shows of an order. */
const columns: readonly (readonly [heading: string, value: (order: Order) => Cell])[] = [
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

type Cell = string | number | null

function paymentOf(order: Order): string {
  return isMarkedPaid(order) ? 'marked as paid' : words(order.paymentState)
}

const words = (state: string) => state.replaceAll('_', ' ')

/** Streams orders as CSV (RFC 4180). Begins with a byte order mark, so that spreadsheets read it as UTF-8. Times are by the clock of a time zone. */
export function ordersCsv(orders: AsyncIterable<OrderColumns>, timeZone = 'UTC'): Readable {
  return Readable.from(lines(orders, timeZone))
}

async function* lines(orders: AsyncIterable<OrderColumns>, timeZone: string): AsyncGenerator<string> {
  yield `\uFEFF${columns.map(([heading]) => cell(heading)).join(',')}\r\n`
  for await (const row of orders) {
    const order = inZone(orderView(row), timeZone)
    yield `${columns.map(([, value]) => cell(value(order))).join(',')}\r\n`
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

/** The characters that begin a formula, including the full-width ones that East Asian spreadsheets accept. */
const formulaSigns = '=+\\-@＝＋－＠﹦﹢﹣﹫−'

/** The characters after which a spreadsheet could start a cell: each separates cells or lines in some locale. */
const separators = ';\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029'

/**
 * Matches each place where a spreadsheet could start a cell, with the quotes, spaces and invisible characters that follow and
 * the formula's sign, if there is one. The sign is optional so that a match never fails after a long run of spaces: retrying
 * at each of them would take quadratic time.
 */
const cellStart = new RegExp(
  `((?:^[${separators}]?|[${separators}])["\\s\\p{Cc}\\p{Cf}]*)([${formulaSigns}]?)`,
  'gu',
)
const separator = new RegExp(`[${separators}]`, 'gu')

/** Puts an apostrophe, which keeps a spreadsheet from running text as a formula, wherever one could start. */
function withoutFormulas(text: string): string {
  return text.replace(cellStart, (start: string, before: string, sign: string, offset: number) =>
    sign === '' ? start : (offset === 0 ? "'" : '') + before.replace(separator, "$&'") + sign,
  )
}

/** Returns a quoted cell. */
function cell(value: Cell): string {
  const text = typeof value === 'string' ? withoutFormulas(value) : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}
