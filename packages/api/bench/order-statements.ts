import { openPostgres } from '../src/operations/database/orm.ts'
import { readOrderPage, type OrderFilter } from '../src/orders/order-list.ts'
import { rowChecks } from '../src/platform/database/rows.ts'
import { compiled, type Statement } from './statement-text.ts'

/** Returns the statements that the product sends for a page of orders and their count. */
export async function orderStatements(
  databaseUrl: string,
  filter: OrderFilter,
  page: { page: number; limit: number },
): Promise<Statement[]> {
  const statements: Statement[] = []
  rowChecks.onStatement = (_, statement) => {
    statements.push(compiled(statement))
    return () => {}
  }
  const database = await openPostgres(databaseUrl)
  try {
    await readOrderPage(database.fork(), filter, page)
  } finally {
    rowChecks.onStatement = null
    await database.close()
  }
  return statements
}
