import { customerEndpoints } from '@priormark/core/orders/customers/endpoints'
import { myWorksEndpoints } from '@priormark/core/orders/customers/my-works'
import { audit } from '../../staff/audit/audit-service.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { eraseCustomer, type ErasureDeps } from './customer-erasure.ts'
import { customerZip } from './customer-export.ts'
import { findCustomerOrders, readCustomer, findPaidByAddress } from './customer-service.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { addressKey, mayEmail } from '../../platform/mail/mail-limit.ts'

/** The endpoints for what customers can request by law: a copy of their data, and its erasure. */
export function customerRoutes(router: AppRouter, deps: ErasureDeps & { settings: SettingsSource }): void {
  route(router, customerEndpoints.read, ({ em, params }) => readCustomer(em, params.id))

  route(router, customerEndpoints.export, async ({ em, params, actor }) => {
    const orders = await findCustomerOrders(em, params.id)
    for (const { id } of orders) audit(em, { actor, action: 'customer.exported', subject: id })
    await em.flush()
    const { shop } = await deps.settings.current()
    return {
      content: customerZip(em, orders, { ...deps, shop }),
      fileName: 'customer-data.zip',
      type: 'application/zip',
    }
  })

  route(router, customerEndpoints.erase, ({ em, params, body, actor }) =>
    eraseCustomer(em, deps, { orderId: params.id, email: body.email, actor }),
  )
}

/** Limits requests for links, per network. */
const callLimit = { name: 'my-works', hits: 10, windowSeconds: 3_600 }

/** The endpoint for customers who have lost their links. @param key for counting addresses without storing them */
export function myWorksRoutes(router: AppRouter, { jobs, key }: { jobs: JobQueue; key: string }): void {
  route(router, { ...myWorksEndpoints.sendLinks, limit: callLimit }, async ({ em, body, session }) => {
    const orders = await findPaidByAddress(em, body.email)
    const visitorIds = session.visitorIds()
    const isOwnBrowser = orders.some(({ visitorId }) => visitorIds.includes(visitorId))
    const limitKey = `my-works-mail:${addressKey(body.email, key)}`
    const isAllowed = await mayEmail(em, isOwnBrowser ? `${limitKey}:browser` : limitKey)
    await em.transactional((tx) =>
      jobs.enqueue(tx, 'send-links', {
        orderId: orders.at(-1)?.id ?? null,
        isLimited: !isAllowed,
        requestedAt: new Date().toISOString(),
      }),
    )
    return { success: true as const }
  })
}
