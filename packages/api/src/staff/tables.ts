import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { PlatformTables } from '../platform/tables.ts'
import type { AuditEntrySchema } from './audit/audit-service.ts'
import type {
  AccessTokenSchema,
  AccountLinkSchema,
  AdminSchema,
  RecoveryCodeSchema,
} from './auth/admin-entity.ts'

/** The tables of this room and of those below it. */
export interface StaffTables extends PlatformTables {
  access_token: InferKyselyTable<typeof AccessTokenSchema>
  account_link: InferKyselyTable<typeof AccountLinkSchema>
  admin: InferKyselyTable<typeof AdminSchema>
  audit_entry: InferKyselyTable<typeof AuditEntrySchema>
  recovery_code: InferKyselyTable<typeof RecoveryCodeSchema>
}

export const queries = (em: Em) => em.getKysely<StaffTables>()
