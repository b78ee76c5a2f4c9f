import { queries } from '../tables.ts'
import type { Em } from './database.ts'
import { sql } from 'kysely'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A value that all processes share, such as the key that signs cookies. */
export const Setting = defineEntity({
  name: 'Setting',
  properties: { name: p.string().length(100).primary(), value: p.text() },
})
export type Setting = InferEntity<typeof Setting>

/** Returns a value that all processes share. The first call stores `initial`. */
export async function ensureSetting(em: Em, name: string, initial: string): Promise<string> {
  const { value } = await queries(em)
    .insertInto('setting')
    .values({ name, value: initial })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql.ref('setting.value') }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** Returns a value that all processes share; null if it was never written. */
export async function readSetting(em: Em, name: string): Promise<string | null> {
  const setting = await em.findOne(Setting, { name }, { refresh: true })
  return setting?.value ?? null
}

/** Replaces a value that all processes share. */
export async function writeSetting(em: Em, name: string, value: string): Promise<void> {
  await queries(em)
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Removes a value that all processes share. Idempotent. */
export async function removeSetting(em: Em, name: string): Promise<void> {
  await em.nativeDelete(Setting, { name })
}
