import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from './database/database.ts'
import type { SettingSchema } from './database/setting-service.ts'
import type { RateLimitSchema } from './http/rate-limit.ts'

/** The tables of this room, with their columns as the database names them. */
export interface PlatformTables {
  rate_limit: InferKyselyTable<typeof RateLimitSchema>
  setting: InferKyselyTable<typeof SettingSchema>
}

export const queries = (em: Em) => em.getKysely<PlatformTables>()
