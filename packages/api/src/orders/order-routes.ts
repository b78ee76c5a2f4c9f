import { dayIn } from '@priormark/core/platform/dates'
import { AppError } from '@priormark/core/platform/errors'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { ordersFileName } from '@priormark/core/orders/orders-file-name'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import type { LegalContent } from '@priormark/core/settings/public-endpoints'
import { audit } from '../staff/audit/audit-service.ts'
import { byteRange, fileTag, route, type AppRouter } from '../platform/http/route.ts'
import { termsIdOf } from '../settings/accepted-terms-service.ts'
import type { SettingsSource } from '../settings/shop-settings.ts'
import type { FileStorage } from '../platform/storage/file-storage.ts'
import type { Em } from '../platform/database/database.ts'
import { withMoney } from './books/order-money.ts'
import { ordersCsv } from './order-csv.ts'
import { countTabs, readOrderChunks, readOrderColumns, readOrderPage } from './order-list.ts'
import { readOrderNews } from './order-news.ts'
import {
  addNote,
  correctOrder,
  createOrder,
  findVisitorOrder,
  readTimeline,
  recordDownload,
} from './order-service.ts'
import { orderEventView, orderSummary, orderView } from './order-view.ts'
import { findOrder } from '../order-book/order-entity.ts'

/** The same as for uploads. */
const limit = { name: 'order', hits: 120, windowSeconds: 3_600 }

/** The endpoints for visitors who order, and for administrators. */
export function orderRoutes(
  router: AppRouter,
  {
    storage,
    settings,
    readTerms,
  }: {
    storage: FileStorage
    settings: SettingsSource
    /** Returns the terms as visitors see them now. */
    readTerms: (em: Em) => Promise<LegalContent>
  },
): void {
  /** @throws AppError terms_changed if the customer read other terms than the current ones */
  async function readAcceptedTerms(em: Em, shownId: string | undefined): Promise<LegalContent> {
    const terms = await readTerms(em)
    if (shownId === undefined || shownId === termsIdOf(terms)) return terms
    // The settings of this process may be a second old, and the page newer.
    await settings.refresh()
    const newestTerms = await readTerms(em)
    const termsId = termsIdOf(newestTerms)
    if (shownId === termsId) return newestTerms
    const message = 'The terms changed, please read them again.'
    throw new AppError('terms_changed', message, { fields: { terms: [message] }, details: { termsId } })
  }

  route(router, { ...visitorOrderEndpoints.create, limit }, async ({ em, body, session }) => {
    const { policy, shop, vat } = await settings.current()
    const terms = await readAcceptedTerms(em, body.termsId)
    const order = await createOrder(em, body, session, { ...policy, shop, terms, vat })
    session.addVisitorId(order.visitorId)
    return { success: true as const, message: 'Your order has been created', orderId: order.id }
  })

  route(router, { ...visitorOrderEndpoints.correct, limit }, async ({ em, body, session }) => {
    const visitorIds = session.visitorIds()
    return orderSummary(await correctOrder(em, visitorIds, body), visitorIds)
  })

  route(router, visitorOrderEndpoints.mine, async ({ em, query, session }) => {
    const visitorIds = session.visitorIds()
    const openedOrderId = session.openedOrderId()
    const order = await findVisitorOrder(em, { visitorIds, openedOrderId }, query.orderId)
    return orderSummary(order, visitorIds)
  })

  route(router, orderEndpoints.list, async ({ em, query, setHeader }) => {
    const { timeZone } = await settings.current()
    const { rows, total } = await readOrderPage(em, { ...query, timeZone }, query)
    setHeader('X-Total-Count', total)
    return rows.map(orderView)
  })

  route(router, orderEndpoints.counts, async ({ em, query }) => {
    const { timeZone } = await settings.current()
    return countTabs(em, { ...query, timeZone })
  })

  route(router, orderEndpoints.news, ({ em, query }) => readOrderNews(em, query.since))

  route(router, orderEndpoints.csv, async ({ em, query, actor }) => {
    const { timeZone } = await settings.current()
    const fileName = ordersFileName(query, dayIn(timeZone, new Date()))
    audit(em, { actor, action: 'orders.exported', detail: fileName })
    await em.flush()
    const content = ordersCsv(withMoney(em, readOrderChunks(em, { ...query, timeZone })), timeZone)
    return { content, fileName, type: 'text/csv; charset=utf-8' }
  })

  route(router, orderEndpoints.read, async ({ em, params }) =>
    orderView(await readOrderColumns(em, params.id)),
  )

  route(router, orderEndpoints.timeline, async ({ em, params }) =>
    (await readTimeline(em, params.id)).map(orderEventView),
  )

  route(router, orderEndpoints.addNote, async ({ em, params, body, actor }) =>
    orderEventView(await addNote(em, { id: params.id, text: body.text, actor })),
  )

  route(router, orderEndpoints.file, async ({ em, params, actor }, ctx) => {
    const order = await findOrder(em, params.id)
    if (order.storageKey == null) throw new AppError('not_found', 'The file of this order was deleted')
    const { fileSha256: sha256, fileSize } = order
    const range = byteRange((name) => ctx.get(name), { bytes: fileSize, etag: fileTag(sha256) })
    const { content } = await storage.read(order.storageKey, range)
    // A HEAD request downloads nothing, and resuming a download does not count as a new one.
    const isFromStart = range === null || range.first === 0
    try {
      if (ctx.method === 'GET' && isFromStart) await recordDownload(em, order, actor)
    } catch (error) {
      content.destroy()
      throw error
    }
    return { content, fileName: order.fileName, type: 'application/octet-stream', fileSize, sha256, range }
  })
}
