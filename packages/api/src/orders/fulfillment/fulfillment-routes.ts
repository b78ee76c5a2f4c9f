import { customerViewEndpoints } from '@priormark/core/orders/customer-view'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import type { Anchors } from '../../proofs/anchoring/open-anchors.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { readOrderColumns } from '../order-list.ts'
import { orderView } from '../order-view.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import { cancelPayment } from '../payments/payment-service.ts'
import type { PaymentDeps } from '../payments/payment-sync.ts'
import { changeOrder } from './change-order.ts'
import { readCustomerView, resendMail, readCustomerLink } from './customer-view-service.ts'
import { readOrderProgress } from './order-progress-service.ts'

interface FulfillmentDeps extends PaymentDeps {
  anchors: Pick<Anchors, 'linkHosts' | 'rules'>
  settings: SettingsSource
}

/**
 * The endpoints with which administrators change an order and see what its customer has received, and the one for its order page.
 */
export function fulfillmentRoutes(
  router: AppRouter,
  { gateway, jobs, anchors, settings }: FulfillmentDeps,
): void {
  route(router, orderEndpoints.change, async ({ em, params, body, actor }) => {
    const { linkHosts, rules } = anchors
    const { id } = params
    if (body.paymentConfirmed) await cancelPayment(em, { gateway, jobs }, id)
    await changeOrder(em, jobs, { id, change: body, actor, linkHosts, kinds: rules.kinds })
    return orderView(await readOrderColumns(em, id))
  })

  route(router, orderProgressEndpoints.read, async ({ em, params, address }) => {
    const { timeZone } = await settings.current()
    return readOrderProgress(em, { key: params.key, address, timeZone })
  })

  route(router, customerViewEndpoints.read, ({ em, params }) => readCustomerView(em, params.id))

  route(router, customerViewEndpoints.link, async ({ em, params, body, actor }) => ({
    key: await readCustomerLink(em, { orderId: params.id, use: body.use, actor }),
  }))

  route(router, customerViewEndpoints.resend, ({ em, params, body, actor }) =>
    resendMail(em, jobs, { orderId: params.id, kind: params.kind, refundId: body.refundId, actor }),
  )
}
