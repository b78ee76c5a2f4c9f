import type { Em } from '../platform/database/database.ts'
import type { BlogTables } from '../blog/tables.ts'
import type { OrderTables } from '../orders/tables.ts'

/** All tables of the product. */
interface OperationsTables extends BlogTables, OrderTables {}

export const queries = (em: Em) => em.getKysely<OperationsTables>()
