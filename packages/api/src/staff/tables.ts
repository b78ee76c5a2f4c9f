import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { PlatformTables } from '../platform/tables.ts'
import type { AccessToken, Admin } from './auth/admin-entity.ts'

/** The tables that are read without entities, of this room and of those below it. */
export interface StaffTables extends PlatformTables {
  access_token: InferKyselyTable<typeof AccessToken>
  admin: InferKyselyTable<typeof Admin>
}

export const queries = (em: Em) => em.getKysely<StaffTables>()
