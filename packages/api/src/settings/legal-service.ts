import { AppError } from '@priormark/core/platform/errors'
import { formatLongDay } from '@priormark/core/platform/dates'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import {
  defaultVersionNumber,
  legalDocuments,
  legalTitles,
  type LegalDocument,
  type LegalVersion as PageVersion,
} from '@priormark/core/settings/legal'
import { audit } from '../staff/audit/audit-service.ts'
import type { Em } from '../platform/database/database.ts'
import { legalOverrideOf, type SettingOverride } from './setting-variables.ts'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { inCamelCase } from '../platform/database/rows.ts'
import { queries } from './tables.ts'

/** A published version of the terms or of the privacy page. Rows are only inserted. */
export const LegalVersion = defineEntity({
  name: 'LegalVersion',
  properties: {
    document: p.enum(legalDocuments).primary(),
    /** Starts at 2 for each document, after the default. */
    number: p.integer().primary(),
    /** Null for the default text, which is part of the software. */
    text: p.text().nullable(),
    publishedAt: p.datetime(),
    publishedBy: p.string().length(200),
  },
})
export type LegalVersion = InferEntity<typeof LegalVersion>

/** Returns the newest version of every document that has one. */
export async function readNewestVersions(em: Em): Promise<Partial<Record<LegalDocument, CurrentVersion>>> {
  const rows = await queries(em)
    .selectFrom('legal_version')
    .distinctOn('document')
    .select(inCamelCase('document', 'number', 'text', 'published_at', 'published_by'))
    .orderBy('document')
    .orderBy('number', 'desc')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.document, row]))
}

type CurrentVersion = Omit<LegalVersion, 'text'> & { text: string | null }

/** Returns the version as its page shows it, with its date in the shop’s time zone. */
export function pageVersion(
  document: LegalDocument,
  version: CurrentVersion | undefined,
  timeZone: string,
): PageVersion {
  if (version === undefined) return defaultLegal[document]
  return {
    text: version.text ?? defaultLegal[document].text,
    lastUpdated: formatLongDay(version.publishedAt.toISOString(), timeZone),
  }
}

/** Returns all published versions, newest first. */
export function listVersions(em: Em, document: LegalDocument): Promise<LegalVersion[]> {
  return em.find(LegalVersion, { document }, { orderBy: { number: 'desc' } })
}

interface Publication extends Pick<LegalVersion, 'document'> {
  basedOn: number
  text: string
  actor: string
  publishedBy?: string
  address: string | null
}

/**
 * Publishes a new version, unless its text is that of the current one.
 * @param publishedBy the author that the list of versions shows, if it is not the actor
 * @param address null if no person publishes it
 * @param basedOn the number of the version that the text is based on
 * @throws AppError version_conflict if another version was published in the meantime
 */
export async function publishVersion(
  em: Em,
  { document, basedOn, text, actor, publishedBy = actor, address }: Publication,
): Promise<void> {
  await em.transactional(async (tx) => {
    const currentVersion = (await readNewestVersions(tx))[document]
    if ((currentVersion?.number ?? defaultVersionNumber) !== basedOn) throw versionConflict(currentVersion)
    const defaultText = defaultLegal[document].text
    if (text === (currentVersion?.text ?? defaultText)) return
    const version = { document, number: basedOn + 1, text: text === defaultText ? null : text }
    const insertedRow = await queries(tx)
      .insertInto('legal_version')
      .values({ ...version, published_at: sql`now()`, published_by: publishedBy })
      .onConflict((oc) => oc.doNothing())
      .returning('number')
      .executeTakeFirst()
    // Another version was published between the two statements.
    if (insertedRow === undefined) throw versionConflict(undefined)
    const detail = `${legalTitles[document]}, version ${basedOn + 1}`
    audit(tx, { actor, action: 'settings.legal_published', detail, address })
  })
}

/**
 * Publishes the legal texts of files that differ from the newest versions. An unchanged text keeps its date, even when the server
 * moves to a machine where the file is newer.
 */
export async function publishFiles(em: Em, overrides: readonly SettingOverride[]): Promise<void> {
  for (const document of legalDocuments) {
    const file = legalOverrideOf(overrides, document)
    if (file === null) continue
    const publish = async () => {
      const basedOn = (await readNewestVersions(em))[document]?.number ?? defaultVersionNumber
      const author = { actor: 'system', publishedBy: file.variable, address: null }
      await publishVersion(em, { document, basedOn, text: file.text, ...author })
    }
    await publish().catch(async (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'version_conflict')) throw error
      // Another process that starts with the same file has just published it.
      await publish()
    })
  }
}

function versionConflict(currentVersion: CurrentVersion | undefined): AppError {
  const author = currentVersion?.publishedBy ?? 'Someone else'
  return new AppError('version_conflict', `${author} published another version at the same time.`)
}
