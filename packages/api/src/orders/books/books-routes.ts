import { Readable } from 'node:stream'
import { statementEndpoints } from '@priormark/core/orders/books/endpoints'
import { statementFileName } from '@priormark/core/orders/books/period'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import { audit } from '../../staff/audit/audit-service.ts'
import { readStatement, statementCsv } from './statement-service.ts'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { AppError } from '@priormark/core/platform/errors'
import { findOrderByKey } from '../../order-book/sample-order.ts'
import { makeReceipt } from './receipt.ts'

/** Statements for the books, as JSON, CSV and PDF. */
export function statementRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  route(router, statementEndpoints.read, async ({ em, params }) => {
    const { timeZone } = await settings.current()
    return readStatement(em, params.period, timeZone)
  })

  route(router, statementEndpoints.csv, async ({ em, params, actor }) => {
    const { timeZone } = await settings.current()
    const fileName = statementFileName(params.period, 'csv')
    audit(em, { actor, action: 'statement.exported', detail: fileName })
    await em.flush()
    return { content: statementCsv(em, params.period, timeZone), fileName, type: 'text/csv; charset=utf-8' }
  })

  route(router, statementEndpoints.pdf, async ({ em, params, actor }) => {
    const { shop, timeZone } = await settings.current()
    const fileName = statementFileName(params.period, 'pdf')
    audit(em, { actor, action: 'statement.exported', detail: fileName })
    await em.flush()
    const statement = await readStatement(em, params.period, timeZone)
    const { composeStatement } = await import('./statement-pdf.ts')
    const { drawPdf } = await import('../../platform/typesetting/draw-pdf.ts')
    const bytes = await drawPdf(composeStatement(statement, { shop, timeZone, now: new Date() }))
    return { content: Readable.from([bytes]), fileName, type: 'application/pdf', fileSize: bytes.length }
  })
}

/** A PDF is made for every request. */
const limit = { name: 'receipt', hits: 60, windowSeconds: 600 }

/** The receipt of an order, for anyone who has its link. */
export function receiptRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  route(router, { ...orderProgressEndpoints.receipt, limit }, async ({ em, params, setHeader }) => {
    setHeader('Cache-Control', 'private, no-store')
    setHeader('X-Robots-Tag', 'noindex')
    const order = await findOrderByKey(em, params.key)
    if (order === null) throw new AppError('not_found', 'There is nothing at this address')
    const receipt = await makeReceipt(em, order, await settings.current())
    if (receipt === null) throw new AppError('not_found', 'There is no receipt for this order yet')
    const { fileName, bytes } = receipt
    return { content: Readable.from([bytes]), fileName, type: 'application/pdf', fileSize: bytes.length }
  })
}
