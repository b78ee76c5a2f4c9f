import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { SettingsTables } from '../settings/tables.ts'
import type { MoneyMovement } from './money-movement-entity.ts'
import type { Order } from './order-entity.ts'
import type { OrderMail } from './order-mail-service.ts'

/** The tables that are read without entities, of this room and of those below it. */
export interface OrderBookTables extends SettingsTables {
  money_movement: InferKyselyTable<typeof MoneyMovement>
  order_mail: InferKyselyTable<typeof OrderMail>
  orders: InferKyselyTable<typeof Order>
}

export const queries = (em: Em) => em.getKysely<OrderBookTables>()
