import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Price } from './price.ts'

/** The price of the service in USD. */
export const ServicePrice = v.object({ price: v.number() })

export const priceEndpoints = {
  read: endpoint({ method: 'GET', path: '/api/service-price', access: 'public', reply: ServicePrice }),
  change: endpoint({
    method: 'POST',
    path: '/api/admin/direct/service-price',
    access: 'owner',
    body: v.object({ price: Price }),
    reply: ServicePrice,
  }),
}
