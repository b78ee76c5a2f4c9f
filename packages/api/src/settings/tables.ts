import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { StaffTables } from '../staff/tables.ts'
import type { AcceptedTermsSchema } from './accepted-terms-service.ts'
import type { LegalVersionSchema } from './legal-service.ts'
import type { SettingGroupSchema } from './settings-service.ts'

/** The tables of this room and of those below it. */
export interface SettingsTables extends StaffTables {
  accepted_terms: InferKyselyTable<typeof AcceptedTermsSchema>
  legal_version: InferKyselyTable<typeof LegalVersionSchema>
  setting_group: InferKyselyTable<typeof SettingGroupSchema>
}

export const queries = (em: Em) => em.getKysely<SettingsTables>()
