import { defineEntity, p } from '@mikro-orm/core'

const ServicePriceSchema = defineEntity({
  name: 'ServicePrice',
  tableName: 'service_price',
  properties: {
    id: p.integer().primary().autoincrement(false),
    amountCents: p.integer(),
    updatedAt: p.datetime(),
  },
})

/** The one row (id 1) that says what the service costs. */
export class ServicePrice extends ServicePriceSchema.class {}
ServicePriceSchema.setClass(ServicePrice)
