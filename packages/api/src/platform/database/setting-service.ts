import { queries } from '../tables.ts'
import type { Em } from './database.ts'

/** Returns a value that all processes share. The first call stores `initial`. */
export async function ensureSetting(em: Em, name: string, initial: string): Promise<string> {
  const settings = queries(em)
  await settings
    .insertInto('setting')
    .values({ name, value: initial })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const setting = await settings
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return setting.value
}
