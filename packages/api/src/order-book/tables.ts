import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { SettingsTables } from '../settings/tables.ts'
import type { MoneyMovement } from './money-movement-entity.ts'
import type { Order, OrderEvent } from './order-entity.ts'
import type { OrderMail } from './order-mail-service.ts'
import type { Refund } from './refund-entity.ts'

/** The tables of this room and of those below it. */
export interface OrderBookTables extends SettingsTables {
  money_movement: InferKyselyTable<typeof MoneyMovement>
  order_event: InferKyselyTable<typeof OrderEvent>
  order_mail: InferKyselyTable<typeof OrderMail>
  orders: InferKyselyTable<typeof Order>
  refund: InferKyselyTable<typeof Refund>
}

export const queries = (em: Em) => em.getKysely<OrderBookTables>()
