import { myWorksEndpoints } from '@priormark/core/orders/customers/my-works'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { addressKey, mayMail } from '../../platform/mail/mail-limit.ts'
import { findPaidByAddress } from './customer-service.ts'

/** Per network. */
const callLimit = { name: 'my-works', hits: 10, windowSeconds: 3_600 }

/** The endpoint for customers who have lost their links. @param key for counting addresses without storing them */
export function myWorksRoutes(router: AppRouter, { jobs, key }: { jobs: JobQueue; key: string }): void {
  route(router, { ...myWorksEndpoints.sendLinks, limit: callLimit }, async ({ em, body, session }) => {
    const orders = await findPaidByAddress(em, body.email)
    const visitorIds = session.visitorIds()
    const isOwnBrowser = orders.some(({ visitorId }) => visitorIds.includes(visitorId))
    const allowance = `my-works-mail:${addressKey(body.email, key)}`
    const isAllowed = await mayMail(em, isOwnBrowser ? `${allowance}:browser` : allowance)
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
