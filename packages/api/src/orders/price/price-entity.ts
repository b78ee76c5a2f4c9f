import { defineEntity, p } from '@mikro-orm/core'

export const ServicePriceSchema = defineEntity({
  name: 'ServicePrice',
  tableName: 'service_price',
  properties: {
    id: p.integer().primary().autoincrement(false),
    amountCents: p.integer(),
    updatedAt: p.datetime(),
  },
})

/** The single row (id 1) with the price of the service. */
export class ServicePrice extends ServicePriceSchema.class {}
ServicePriceSchema.setClass(ServicePrice)
