import { orderPaymentEndpoints } from '@priormark/core/orders/payments/order-payment'
import { AppError } from '@priormark/core/platform/errors'
import { paymentEndpoints, webhookPath } from '@priormark/core/orders/payments/endpoints'
import { readBody } from '../../platform/http/body.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { AppContext } from '../../platform/http/state.ts'
import { orderSummary } from '../order-view.ts'
import { handlePaymentEvent } from './payment-events.ts'
import { openPayment, requestStart } from './payment-service.ts'
import { isPaidState } from './payment-state.ts'
import { syncVisitorPayment, type PaymentDeps } from './payment-sync.ts'
import { readOrderPayment, refundOrder } from './refund-service.ts'

/** Far larger than any of Stripe's events. */
const maxEventBytes = 1024 * 1024

/** Every call makes a request to the provider, so calls are limited. */
const limitOf = (name: string) => ({ limit: { name, hits: 60, windowSeconds: 60 } })

/** Endpoints for visitors who pay, and the webhook for the provider's events. */
export function paymentRoutes(router: AppRouter, deps: PaymentDeps): void {
  route(router, { ...paymentEndpoints.open, ...limitOf('pay') }, async ({ em, body, session }) => {
    const visitorIds = session.visitorIds()
    const { order, clientSecret } = await openPayment(em, deps, { visitorIds, orderId: body.orderId })
    if (!visitorIds.includes(order.visitorId)) session.openOrder(order.id)
    return { clientSecret, ...(await deps.gateway.checkout()), order: orderSummary(order, visitorIds) }
  })

  route(router, { ...paymentEndpoints.requestStart, ...limitOf('start') }, async ({ em, body, session }) => {
    await requestStart(em, deps, { ...body, visitorIds: session.visitorIds() })
    return { success: true as const }
  })

  route(router, { ...paymentEndpoints.confirm, ...limitOf('confirm') }, async ({ em, body }) => {
    const { status, paymentState } = await syncVisitorPayment(em, deps, body.paymentIntentId)
    return { success: isPaidState(paymentState), status, paymentState }
  })

  router.post(webhookPath, async (ctx: AppContext) => {
    const body = await readBody(ctx, maxEventBytes)
    const event = await deps.gateway.readEvent(body, ctx.get('stripe-signature'))
    try {
      await handlePaymentEvent(ctx.state.em, { ...deps, log: ctx.state.log }, event)
    } catch (cause) {
      // With any 5xx status the provider sends the event again.
      throw new AppError('internal', 'The event could not be handled', { cause })
    }
    ctx.body = { received: true }
  })
}

/** Endpoints for administrators about the payment of an order. */
export function orderPaymentRoutes(router: AppRouter, deps: PaymentDeps): void {
  route(router, orderPaymentEndpoints.read, ({ em, params }) => readOrderPayment(em, deps.gateway, params.id))

  route(router, orderPaymentEndpoints.refund, async ({ em, log, params, body, actor }) => {
    await refundOrder(em, { ...deps, log }, { orderId: params.id, request: body, actor })
    return readOrderPayment(em, deps.gateway, params.id)
  })
}
