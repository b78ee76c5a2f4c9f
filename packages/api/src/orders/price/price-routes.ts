import { dollarsFromCents } from '@priormark/core/platform/money'
import { priceEndpoints } from '@priormark/core/orders/price/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { changePrice, readPriceCents } from './price-service.ts'

export function priceRoutes(router: AppRouter): void {
  route(router, priceEndpoints.read, async ({ em }) => ({
    price: dollarsFromCents(await readPriceCents(em)),
  }))

  route(router, priceEndpoints.change, async ({ em, body, actor }) => ({
    price: dollarsFromCents(await changePrice(em, body.price, actor)),
  }))
}
