import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { StaffTables } from '../staff/tables.ts'
import type { AcceptedTerms } from './accepted-terms-service.ts'
import type { LegalVersion } from './legal-service.ts'

/** The tables that are read without entities, of this room and of those below it. */
export interface SettingsTables extends StaffTables {
  accepted_terms: InferKyselyTable<typeof AcceptedTerms>
  legal_version: InferKyselyTable<typeof LegalVersion>
}

export const queries = (em: Em) => em.getKysely<SettingsTables>()
