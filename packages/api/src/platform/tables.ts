import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from './database/database.ts'
import type { Setting } from './database/setting-service.ts'
import type { RateLimit } from './http/rate-limit.ts'

/** The tables of this room, with their columns as the database names them. */
export interface PlatformTables {
  rate_limit: InferKyselyTable<typeof RateLimit>
  setting: InferKyselyTable<typeof Setting>
}

export const queries = (em: Em) => em.getKysely<PlatformTables>()
