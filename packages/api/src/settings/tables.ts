import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { StaffTables } from '../staff/tables.ts'
import type { AcceptedTermsSchema } from './accepted-terms-entity.ts'
import type { LegalVersionSchema } from './legal-version-entity.ts'
import type { SettingGroupSchema } from './setting-group-entity.ts'

/** The tables of this room and of those below it. */
export interface SettingsTables extends StaffTables {
  accepted_terms: InferKyselyTable<typeof AcceptedTermsSchema>
  legal_version: InferKyselyTable<typeof LegalVersionSchema>
  setting_group: InferKyselyTable<typeof SettingGroupSchema>
}

export const queries = (em: Em) => em.getKysely<SettingsTables>()
