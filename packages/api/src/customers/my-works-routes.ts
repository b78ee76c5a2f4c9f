import { myWorksEndpoints } from '@priormark/core/customers/my-works'
import { route, type AppRouter } from '../http/route.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { mayMail } from '../mail/mail-limit.ts'
import { findPaidByAddress } from './customer-service.ts'

/** Per network. */
const callLimit = { name: 'my-works', hits: 10, windowSeconds: 3_600 }

/** The endpoint for customers who have lost their links. @param key for counting addresses without storing them */
export function myWorksRoutes(router: AppRouter, { jobs, key }: { jobs: JobQueue; key: string }): void {
  route(router, { ...myWorksEndpoints.sendLinks, limit: callLimit }, async ({ em, body }) => {
    const isAllowed = await mayMail(em, 'my-works', body.email, key)
    const orders = await findPaidByAddress(em, body.email)
    const newest = isAllowed ? orders.at(-1) : undefined
    await em.transactional((tx) =>
      jobs.enqueue(tx, 'send-links', {
        orderId: newest?.id ?? null,
        requestedAt: new Date().toISOString(),
      }),
    )
    return { success: true as const }
  })
}
