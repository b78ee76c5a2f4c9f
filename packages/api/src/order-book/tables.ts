import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { SettingsTables } from '../settings/tables.ts'
import type { MoneyMovementSchema } from './money-movement-entity.ts'
import type { OrderSchema, OrderEventSchema } from './order-entity.ts'
import type { OrderMailSchema } from './order-mail-service.ts'
import type { RefundSchema } from './refund-entity.ts'

/** The tables of this room and of those below it. */
export interface OrderBookTables extends SettingsTables {
  money_movement: InferKyselyTable<typeof MoneyMovementSchema>
  order_event: InferKyselyTable<typeof OrderEventSchema>
  order_mail: InferKyselyTable<typeof OrderMailSchema>
  orders: InferKyselyTable<typeof OrderSchema>
  refund: InferKyselyTable<typeof RefundSchema>
}

export const queries = (em: Em) => em.getKysely<OrderBookTables>()
