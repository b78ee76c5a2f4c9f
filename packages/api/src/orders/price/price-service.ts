import { centsFromDollars, formatCents, formatDollars } from '@priormark/core/platform/money'
import { fallbackPrice } from '@priormark/core/platform/limits'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { audit } from '../../staff/audit/audit-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import type { Em } from '../../platform/database/database.ts'

/** The single row (id 1) with the price of the service. */
export const ServicePrice = defineEntity({
  name: 'ServicePrice',
  properties: {
    id: p.integer().primary().autoincrement(false),
    amountCents: p.integer(),
    updatedAt: p.datetime(),
  },
})
export type ServicePrice = InferEntity<typeof ServicePrice>

const priceRowId = 1

export async function readPriceCents(em: Em): Promise<number> {
  const price = await em.findOne(ServicePrice, priceRowId, { refresh: true })
  return price?.amountCents ?? centsFromDollars(fallbackPrice.checkout)
}

/** Sets the price of future orders, and returns it in cents. @param price in dollars */
export async function changePrice(em: Em, price: number, actor: Actor): Promise<number> {
  const previousCents = await readPriceCents(em)
  const amountCents = centsFromDollars(price)
  await em.transactional(async (tx) => {
    await tx.upsert(ServicePrice, { id: priceRowId, amountCents, updatedAt: new Date() })
    const detail = `${formatCents(previousCents)} to ${formatDollars(price)}`
    audit(tx, { actor, action: 'price.changed', detail })
  })
  return amountCents
}
