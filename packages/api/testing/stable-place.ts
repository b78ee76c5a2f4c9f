import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFolder } from '../src/operations/database/open-database.ts'
import { openPostgres } from '../src/operations/database/orm.ts'
import type { Database } from '../src/platform/database/database.ts'
import { createServerDatabase, testServerUrl } from './database-server.ts'

/** A database that survives the processes that use it, with its location and how to delete it. */
export interface StablePlace {
  /** A PostgreSQL URL, or the folder of a PGlite database, which one process at a time may open. */
  place: string
  remove(): Promise<void>
}

export async function stablePlace(): Promise<StablePlace> {
  if (testServerUrl !== null) {
    const { url, drop } = await createServerDatabase(testServerUrl)
    return { place: url, remove: drop }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'crash-'))
  return { place: path.join(folder, 'database'), remove: () => rm(folder, { recursive: true }) }
}

/** Opens the database at a place. */
export async function openPlace(place: string): Promise<Database> {
  if (place.startsWith('postgres')) return openPostgres(place)
  return openFolder(place)
}
