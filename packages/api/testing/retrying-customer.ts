import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import { sha256Of } from '../src/images/image-files.ts'
import type { TestChain } from './evm-chain.ts'
import type { StripeServer } from './stripe-server.ts'
import { askToStart, details, newVisitor } from './visitor.ts'

/** Buys as a person does: what fails for want of an answer is tried again. @param goes whether the browser is closed before it could confirm */
export async function buyWithRetries(
  { nginx, stripe }: { nginx: { url: string }; stripe: StripeServer },
  email: string,
  goes: boolean,
): Promise<{ orderId: string; sha256: string }> {
  const visitor = newVisitor(nginx)
  const work = randomBytes(300_000)
  const { uploadId } = await patiently(() => visitor.upload(work))
  const body = { ...details, email, uploadId }
  const { orderId } = await patiently(() => visitor.api.orders.create({ body }))
  const { clientSecret } = await patiently(() => visitor.api.payments.createIntent({ body: { orderId } }))
  await patiently(() => askToStart(visitor, orderId))
  await stripe.pay(clientSecret)
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
  if (!goes) await patiently(() => visitor.api.payments.confirm({ body: { paymentIntentId } }))
  return { orderId, sha256: sha256Of(work) }
}

async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isPassing = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
      if (!isPassing) throw error
      await wait(100)
    }
  }
}

/** Makes a block every moment, until it is stopped. */
export function mineUntil(chain: TestChain): { stop(): Promise<void> } {
  let isOver = false
  const mined = (async () => {
    while (!isOver) {
      await chain.mine()
      await wait(300)
    }
  })()
  return {
    async stop() {
      isOver = true
      await mined
    },
  }
}
