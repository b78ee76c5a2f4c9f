import { customerEndpoints } from '@priormark/core/orders/customers/endpoints'
import { audit } from '../../staff/audit/audit-service.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { eraseCustomer, type ErasureDeps } from './customer-erasure.ts'
import { customerZip } from './customer-export.ts'
import { ordersOfCustomer, readCustomer } from './customer-service.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'

/** What customers can request by law: a copy of their data, and its erasure. */
export function customerRoutes(router: AppRouter, deps: ErasureDeps & { settings: SettingsSource }): void {
  route(router, customerEndpoints.read, ({ em, params }) => readCustomer(em, params.id))

  route(router, customerEndpoints.export, async ({ em, params, admin, address }) => {
    const orders = await ordersOfCustomer(em, params.id)
    for (const { id } of orders) {
      audit(em, { actor: admin.username, action: 'customer.exported', subject: id, address })
    }
    await em.flush()
    const { shop } = await deps.settings.current()
    return {
      content: customerZip(em, orders, { ...deps, shop }),
      fileName: 'customer-data.zip',
      type: 'application/zip',
    }
  })

  route(router, customerEndpoints.erase, ({ em, params, body, admin, address }) =>
    eraseCustomer(em, deps, { orderId: params.id, email: body.email, admin, address }),
  )
}
