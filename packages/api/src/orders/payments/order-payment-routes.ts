import { orderPaymentEndpoints } from '@priormark/core/orders/payments/order-payment'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { PaymentDeps } from './payment-sync.ts'
import { readOrderPayment, refundOrder } from './refund-service.ts'

/** Endpoints for administrators about the payment of an order. */
export function orderPaymentRoutes(router: AppRouter, deps: PaymentDeps): void {
  route(router, orderPaymentEndpoints.read, ({ em, params }) => readOrderPayment(em, deps.gateway, params.id))

  route(router, orderPaymentEndpoints.refund, async ({ em, log, params, body, admin, address }) => {
    await refundOrder(em, { ...deps, log }, { orderId: params.id, request: body, admin, address })
    return readOrderPayment(em, deps.gateway, params.id)
  })
}
