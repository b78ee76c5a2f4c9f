import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { sha256Hex } from '../src/platform/sha256.ts'
import type { TestChain } from './evm-chain.ts'
import type { StripeServer } from './stripe-server.ts'
import { askToStart, details, newVisitor } from './visitor.ts'

/**
 * Uploads, orders and pays for one work. Retries every call until it gets a response, as a customer would.
 * @param closesBrowser whether the browser closes before it can confirm
 */
export async function buyWithRetries(
  { nginx, stripe }: { nginx: { url: string }; stripe: StripeServer },
  email: string,
  closesBrowser: boolean,
): Promise<{ orderId: string; sha256: string }> {
  const visitor = newVisitor(nginx)
  const work = randomBytes(300_000)
  const { uploadId } = await withRetries(() => visitor.upload(work))
  const body = { ...details, email, uploadId }
  const { orderId } = await withRetries(() => visitor.api.orders.create({ body }))
  const { clientSecret } = await withRetries(() => visitor.api.payments.open({ body: { orderId } }))
  await withRetries(() => askToStart(visitor, orderId))
  await stripe.pay(clientSecret)
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
  if (!closesBrowser) await withRetries(() => visitor.api.payments.confirm({ body: { paymentIntentId } }))
  return { orderId, sha256: sha256Hex(work) }
}

async function withRetries<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isTemporary = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
      if (!isTemporary) throw error
      await wait(100)
    }
  }
}

/** Mines blocks until `stop()` is called. */
export function startMining(chain: TestChain): { stop(): Promise<void> } {
  let isStopped = false
  const mined = (async () => {
    while (!isStopped) {
      await chain.mine()
      await wait(300)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await mined
    },
  }
}
