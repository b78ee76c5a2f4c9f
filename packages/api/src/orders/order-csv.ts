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

/** Streams orders as CSV (RFC 4180). Begins with a byte order mark, so that spreadsheets read it as UTF-8. */
export function ordersCsv(orders: AsyncIterable<OrderColumns>): Readable {
  return Readable.from(lines(orders))
}

async function* lines(orders: AsyncIterable<OrderColumns>): AsyncGenerator<string> {
  yield `\uFEFF${fields.map(cell).join(',')}\r\n`
  for await (const row of orders) {
    const order = orderView(row)
    yield `${fields.map((field) => cell(order[field])).join(',')}\r\n`
  }
}

/** The characters that begin a formula, including the full-width ones that East Asian spreadsheets accept. */
const formulaSigns = '=+\\-@＝＋－＠﹦﹢﹣﹫−'

/**
 * Matches where a spreadsheet could start a cell with a formula: at the beginning of the text, and after any character that
 * some locale uses as a separator, such as a semicolon. Quotes, spaces and invisible characters may come in between.
 */
const formulaStart = new RegExp(
  `(?<=^|[;\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029])(?=["\\s\\p{Cc}\\p{Cf}]*[${formulaSigns}])`,
  'gu',
)

/** Returns a quoted cell. An apostrophe keeps a spreadsheet from running text as a formula. */
function cell(value: string | number | boolean | null): string {
  const text = typeof value === 'string' ? value.replace(formulaStart, "'") : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}
