import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import type { StripeServer } from '../testing/stripe-server.ts'
import { askToStart, details, newVisitor, type Visitor } from '../testing/visitor.ts'
import type { SoakMeter } from './soak-meter.ts'

/** A purchase that was confirmed to a customer, and therefore must not be lost. */
export interface PaidWork {
  orderId: string
  sha256: string
  paymentId: string
}

/** Traffic on one shop by several concurrent customers, readers and an administrator, until `isOver`. */
export interface Traffic {
  /** The process that a load balancer would choose next. */
  nextUrl: () => string
  meter: SoakMeter
  stripe: StripeServer
  credentials: { username: string; password: string }
  isOver: () => boolean
  paid: PaidWork[]
}

/** The average pause of people between actions, in milliseconds. The real pause is random, up to twice that. */
const thinkMs = { customer: 600, reader: 150, administrator: 800 }

const pages = [
  '/',
  '/blog',
  '/terms',
  '/verify',
  '/api/service-price',
  '/api/blog/posts',
  '/sitemap.xml',
  '/api/about',
]

/** Buys continuously. Every second browser closes before it can confirm, so that the webhook must. */
export async function customer(traffic: Traffic): Promise<void> {
  while (!traffic.isOver()) {
    const visitor = visitorOf(traffic)
    const work = randomBytes(20_000)
    const call = <Result>(make: () => Promise<Result>) => withRetries(traffic, make)
    const { uploadId } = await call(() => visitor.upload(work, `${randomUUID()}.wav`))
    const body = { ...details, email: `soak-${randomUUID()}@example.org`, uploadId }
    const { orderId } = await call(() => visitor.api.orders.create({ body }))
    const { clientSecret } = await call(() => visitor.api.payments.open({ body: { orderId } }))
    await call(() => askToStart(visitor, orderId))
    await traffic.stripe.pay(clientSecret)
    const paymentId = clientSecret.split('_secret_')[0] ?? ''
    traffic.paid.push({ orderId, paymentId, sha256: createHash('sha256').update(work).digest('hex') })
    if (traffic.paid.length % 2 === 0) {
      await call(() => visitor.api.payments.confirm({ body: { paymentIntentId: paymentId } }))
    }
    await think(thinkMs.customer)
  }
}

/** Reads pages and looks up fingerprints. */
export async function reader(traffic: Traffic): Promise<void> {
  for (let n = 0; !traffic.isOver(); n += 1) {
    const visitor = visitorOf(traffic)
    const order = traffic.paid[Math.floor(Math.random() * traffic.paid.length)]
    const asked =
      n % 4 === 0 && order !== undefined
        ? `/api/proofs?sha256=${order.sha256}`
        : (pages[n % pages.length] ?? '/')
    await withRetries(traffic, async () => {
      const response = await visitor.fetch(asked)
      await response.arrayBuffer()
      if (response.status >= 500) throw new ApiError(response.status, '')
    })
    await think(thinkMs.reader)
  }
}

/** Searches orders, reads a timeline and writes notes. */
export async function administrator(traffic: Traffic): Promise<void> {
  const { username, password } = traffic.credentials
  const admin = visitorOf(traffic)
  const call = <Result>(make: () => Promise<Result>) => withRetries(traffic, make)
  admin.token = (await call(() => admin.api.auth.login({ body: { username, password } }))).token
  admin.cookies.clear()
  while (!traffic.isOver()) {
    const orders = await call(() => admin.api.orders.list({ query: { limit: 20, search: 'soak' } }))
    const [newest] = orders
    if (newest !== undefined) {
      const params = { id: newest.id }
      await call(() => admin.api.orders.addNote({ params, body: { text: 'Seen.' } }))
      await call(() => admin.api.orders.timeline({ params }))
    }
    await think(thinkMs.administrator)
  }
}

function visitorOf({ nextUrl }: Traffic): Visitor {
  return newVisitor({
    get url() {
      return nextUrl()
    },
  })
}

/**
 * Retries until the soak is over, and records every attempt.
 * @throws if the shop rejects the call permanently, or it still fails at the end
 */
async function withRetries<Result>({ meter, isOver }: Traffic, make: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await meter.call(make)
    } catch (error) {
      const isTemporary =
        error instanceof NetworkError ||
        error instanceof TypeError ||
        (error instanceof ApiError && error.status >= 500)
      if (!isTemporary) throw error
      meter.error(error instanceof ApiError ? String(error.status) : 'no response')
      if (isOver()) throw error
      await wait(300)
    }
  }
}

const think = (ms: number) => wait(Math.random() * 2 * ms)
