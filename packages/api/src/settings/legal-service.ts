import { AppError } from '@priormark/core/errors'
import { formatLongDay } from '@priormark/core/dates'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import {
  legalTitles,
  type LegalDocument,
  type LegalVersion as ShownVersion,
} from '@priormark/core/settings/legal'
import { audit } from '../audit/audit-service.ts'
import type { Em } from '../sql/database.ts'
import { LegalVersion } from './legal-version-entity.ts'

/** The newest version of a document. */
export interface CurrentVersion {
  document: LegalDocument
  number: number
  text: string | null
  publishedAt: Date | string
  publishedBy: string
}

/** Returns the newest version of every document that has one. */
export async function newestVersions(em: Em): Promise<Partial<Record<LegalDocument, CurrentVersion>>> {
  const rows = await em.execute<CurrentVersion[]>(
    `select distinct on (document) document, number, text, published_at as "publishedAt",
       published_by as "publishedBy"
     from legal_version order by document, number desc`,
  )
  return Object.fromEntries(rows.map((row) => [row.document, row]))
}

/** Returns what a page shows. The date is that of the version, in the shop’s time zone. */
export function shownVersion(
  document: LegalDocument,
  version: CurrentVersion | undefined,
  timeZone: string,
): ShownVersion {
  if (version === undefined) return defaultLegal[document]
  return {
    text: version.text ?? defaultLegal[document].text,
    lastUpdated: formatLongDay(new Date(version.publishedAt).toISOString(), timeZone),
  }
}

/** Returns all published versions, newest first. */
export function listVersions(em: Em, document: LegalDocument): Promise<LegalVersion[]> {
  return em.find(LegalVersion, { document }, { orderBy: { number: 'desc' } })
}

export interface Publication {
  document: LegalDocument
  /** The number of the version that the text is based on; 0 for the default. */
  basedOn: number
  text: string
  actor: string
  address: string
}

/**
 * Publishes a new version, unless the text is that of the current one.
 * @throws AppError version_conflict if another version was published meanwhile
 */
export async function publishVersion(
  em: Em,
  { document, basedOn, text, actor, address }: Publication,
): Promise<void> {
  await em.transactional(async (tx) => {
    const current = (await newestVersions(tx))[document]
    if ((current?.number ?? 0) !== basedOn) throw publishedMeanwhile(current)
    const standard = defaultLegal[document].text
    if (text === (current?.text ?? standard)) return
    const rows = await tx.execute<unknown[]>(
      `insert into legal_version (document, number, text, published_at, published_by) values (?, ?, ?, now(), ?)
       on conflict do nothing returning number`,
      [document, basedOn + 1, text === standard ? null : text, actor],
    )
    // Another version was published between the two statements.
    if (rows.length === 0) throw publishedMeanwhile(undefined)
    const detail = `${legalTitles[document]}, version ${basedOn + 1}`
    audit(tx, { actor, action: 'settings.legal_published', detail, address })
  })
}

function publishedMeanwhile(current: CurrentVersion | undefined): AppError {
  const who = current?.publishedBy ?? 'Someone else'
  return new AppError('version_conflict', `${who} published another version at the same time.`)
}
