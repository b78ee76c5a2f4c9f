import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { PlatformTables } from '../platform/tables.ts'
import type { AuditEntry } from './audit/audit-service.ts'
import type { AccessToken, AccountLink, Admin, RecoveryCode } from './auth/admin-entity.ts'

/** The tables of this room and of those below it. */
export interface StaffTables extends PlatformTables {
  access_token: InferKyselyTable<typeof AccessToken>
  account_link: InferKyselyTable<typeof AccountLink>
  admin: InferKyselyTable<typeof Admin>
  audit_entry: InferKyselyTable<typeof AuditEntry>
  recovery_code: InferKyselyTable<typeof RecoveryCode>
}

export const queries = (em: Em) => em.getKysely<StaffTables>()
