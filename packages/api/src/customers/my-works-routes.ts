import { createHmac } from 'node:crypto'
import { AppError } from '@priormark/core/errors'
import { myWorksEndpoints } from '@priormark/core/customers/my-works'
import { countHit } from '../http/rate-limit.ts'
import { route, type AppRouter } from '../http/route.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Em } from '../sql/database.ts'
import { findPaidByAddress } from './customer-service.ts'

/** Per network. */
const callLimit = { hits: 10, windowSeconds: 3_600 }

/** The limit of emails to one address, so that an attacker cannot flood an inbox. */
const mailLimit = { hits: 3, windowSeconds: 86_400 }

/** The endpoint for customers who have lost their links. @param key for counting addresses without storing them */
export function myWorksRoutes(router: AppRouter, { jobs, key }: { jobs: JobQueue; key: string }): void {
  route(router, myWorksEndpoints.sendLinks, async ({ em, body, countCall }) => {
    await countCall('my-works', callLimit)
    const isAllowed = await countMail(em, body.email, key)
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

/** Returns whether the address may get another email. An error here would reveal that it got some. */
async function countMail(em: Em, email: string, key: string): Promise<boolean> {
  const hash = createHmac('sha256', key).update(email.toLowerCase()).digest('hex')
  try {
    await countHit(em, `my-works-mail:${hash}`, mailLimit)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
