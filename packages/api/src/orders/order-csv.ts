import { Readable } from 'node:stream'
import type { Order } from '@priormark/core/orders/order'
import { orderView, type OrderColumns } from './order-view.ts'

const fields = [
  'id',
  'createdAt',
  'status',
  'firstName',
  'lastName',
  'email',
  'projectName',
  'projectDescription',
  'fileName',
  'fileSize',
  'fileSha256',
  'paymentAmount',
  'paymentState',
  'refundedAmount',
  'paidAt',
  'completedAt',
  'confirmationEmailSent',
  'fulfillmentEmailSent',
  'blockchainLink',
] as const satisfies (keyof Order)[]

/** Orders as CSV (RFC 4180), streamed; begins with a byte order mark so that spreadsheets read it as UTF-8. */
export function ordersCsv(orders: AsyncIterable<OrderColumns>): Readable {
  return Readable.from(lines(orders))
}

async function* lines(orders: AsyncIterable<OrderColumns>): AsyncGenerator<string> {
  yield `\uFEFF${fields.join(',')}\r\n`
  for await (const row of orders) {
    const order = orderView(row)
    yield `${fields.map((field) => cell(order[field])).join(',')}\r\n`
  }
}

/** A cell; text that a spreadsheet would run as a formula gets an apostrophe before it. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
