import { randomUUID } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import type { RefundRequest } from '@priormark/core/orders/payments/order-payment'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { PaymentGateway } from '../../../src/orders/gateway/payment-gateway.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import {
  askToStart,
  newAdmin,
  newVisitor,
  payAtStripe,
  placeOrder,
  type Visitor,
} from '../../../testing/visitor.ts'
import { stripeSdk, type TestShop } from './payment-fixtures.ts'

/** Returns the request of a refund of this many dollars. */
export const request = (amount: number): RefundRequest => ({
  id: randomUUID(),
  amount,
  reason: 'requested_by_customer',
})

const undisturbed = {
  /** Runs before a refund reaches Stripe. */
  beforeSending: async () => {},
  /** Runs after Stripe has a refund, before the shop knows it. */
  afterSending: async (_providerId: string) => {},
  /** Whether Stripe does not say how a payment is. */
  isAway: false,
}

/** Starts the application for the tests of a file; an administrator of each test refunds its orders. */
export function useRefunds() {
  let app: TestApp
  let admin: Visitor
  let shop: TestShop
  const provider = { ...undisturbed }

  beforeAll(async () => {
    app = await startTestApp(({ gateway }) => ({
      gateway: {
        ...gateway,
        async refund(input: Parameters<PaymentGateway['refund']>[0]) {
          await provider.beforeSending()
          const providerId = await gateway.refund(input)
          await provider.afterSending(providerId)
          return providerId
        },
        async retrieve(paymentId: string) {
          if (provider.isAway) throw new AppError('unavailable', 'The payment service is not responding.')
          return gateway.retrieve(paymentId)
        },
      },
    }))
    const stripe = stripeSdk(app.stripe)
    shop = { ...app.parts, standIn: app.stripe, url: app.url, stripe, close: app.close }
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    Object.assign(provider, undisturbed)
    admin = await newAdmin(app)
  })

  async function payOrder(projectName = `Work ${randomUUID()}`) {
    const visitor = newVisitor(app)
    const id = await placeOrder(visitor, { projectName })
    const { clientSecret } = await visitor.api.payments.open({ body: { orderId: id } })
    await askToStart(visitor, id)
    return { id, paymentId: await payAtStripe(app, clientSecret), projectName }
  }

  return {
    app: () => app,
    admin: () => admin,
    /** The application in the form of the payment fixtures. */
    shop: () => shop,
    provider,
    payOrder,
    refund: (id: string, body: RefundRequest) => admin.api.orderPayments.refund({ params: { id }, body }),
    orderOf: (id: string) => admin.api.orders.read({ params: { id } }),
    paymentOf: (id: string) => admin.api.orderPayments.read({ params: { id } }),
    sentTo: async (payment: string): Promise<Stripe.Refund[]> =>
      (await shop.stripe.refunds.list({ payment_intent: payment })).data,
    /** Returns the ids of the orders that a tab of the dashboard finds. */
    idsIn: async (tab: 'to-fulfill' | 'refunded' | 'disputed', search: string) =>
      (await admin.api.orders.list({ query: { tab, search, page: 1, limit: 20 } })).map(({ id }) => id),
  }
}
