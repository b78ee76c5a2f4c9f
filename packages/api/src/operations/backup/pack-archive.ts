import * as v from 'valibot'
import { readRow } from '../../platform/database/rows.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IsolationLevel } from '@mikro-orm/core'
import { AppError } from '@priormark/core/platform/errors'
import { pack, type Pack } from 'tar-stream'
import type { Database } from '../../platform/database/database.ts'
import { prepareDataFolder } from '../../platform/storage/data-folder.ts'
import { fileExists, type FileStorage } from '../../platform/storage/file-storage.ts'
import { dumpTables, tableFile } from './table-rows.ts'
import { fileEntry, manifestName, sealName, sealOf, tableEntry, type Manifest } from './manifest.ts'
import { isStillNamed, listFiles, type NamedFile } from './named-files.ts'

export interface BackupDeps {
  database: Database
  storage: FileStorage
  /** Tables are written here first, so that a slow reader does not keep the database's snapshot open. */
  dataDir: string
}

interface PackOptions {
  /**
   * Closes the database once the tables are read, so that its folder is free. Whether files are missing is then decided before: a
   * server that starts meanwhile may delete some.
   */
  closeDatabase?: () => Promise<void>
}

/**
 * Returns a backup as a tar archive: all tables from one snapshot, every file that they refer to, then the manifest and
 * its digest. Resolves once the tables are read; files follow while the archive is read. On failure the stream errors,
 * and the archive has no manifest.
 */
export async function packArchive(
  { database, storage, dataDir }: BackupDeps,
  { closeDatabase }: PackOptions = {},
): Promise<Readable> {
  const folder = await makeFolder(dataDir)
  try {
    const snapshot = await takeSnapshot(database, folder)
    let isLost = (key: string) => isStillNamed(database.fork(), key)
    if (closeDatabase !== undefined) {
      const lostKeys = await findMissing(storage, snapshot.files)
      isLost = async (key) => lostKeys.has(key)
      await closeDatabase()
    }
    const archive = pack()
    void fill(archive, { storage, folder, snapshot, isLost })
      .catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))))
      .then(() => rm(folder, { recursive: true, force: true }))
    return Readable.from(archive)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const folderPrefix = 'backup-'
const dayMs = 24 * 3_600_000

async function makeFolder(dataDir: string): Promise<string> {
  await prepareDataFolder(dataDir)
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(folderPrefix)) continue
    // Left behind by a killed backup.
    const left = path.join(dataDir, name)
    const info = await stat(left).catch(() => null)
    if (info?.isDirectory() === true && Date.now() - info.mtimeMs > dayMs) {
      await rm(left, { recursive: true, force: true })
    }
  }
  return mkdtemp(path.join(dataDir, folderPrefix))
}

interface Snapshot {
  manifest: Manifest
  files: NamedFile[]
}

function takeSnapshot(database: Database, folder: string): Promise<Snapshot> {
  return database.fork().transactional(
    async (em) => {
      const migrations = await em.execute<{ name: string }[]>(
        'select name from mikro_orm_migrations order by id',
      )
      const now = await readRow(em, v.object({ at: v.date() }))`select now() as at`
      const tables = await dumpTables(em, folder)
      const manifest: Manifest = {
        format: 'priormark-backup',
        version: 1,
        createdAt: now.at.toISOString(),
        migrations: migrations.map(({ name }) => name),
        tables,
        files: [],
        gone: [],
        problems: [],
      }
      return { manifest, files: await listFiles(em) }
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  )
}

async function findMissing(storage: FileStorage, files: readonly NamedFile[]): Promise<Set<string>> {
  const missing = new Set<string>()
  for (const { key } of files) if (!(await fileExists(storage, key))) missing.add(key)
  return missing
}

async function fill(
  archive: Pack,
  parts: {
    storage: FileStorage
    folder: string
    snapshot: Snapshot
    /** Whether a missing file is one that the shop still needs, rather than one that was deleted meanwhile. */
    isLost: (key: string) => Promise<boolean>
  },
): Promise<void> {
  const { storage, folder, snapshot, isLost } = parts
  const { manifest } = snapshot
  for (const { name } of manifest.tables) {
    const file = tableFile(folder, name)
    const { size } = await stat(file)
    await pipeline(createReadStream(file), archive.entry({ name: tableEntry(name), size, mode: 0o600 }))
  }
  for (const file of snapshot.files) {
    const read = await storage.read(file.key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    })
    if (read === null) {
      if (await isLost(file.key)) manifest.problems.push(`${file.owner}: its file is missing.`)
      else manifest.gone.push(file.key)
      continue
    }
    const hash = createHash('sha256')
    async function* hashed(content: Readable) {
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
    }
    const entry = archive.entry({ name: fileEntry(file.key), size: read.bytes, mode: 0o600 })
    await pipeline(read.content, hashed, entry)
    const sha256 = hash.digest('hex')
    if (file.sha256 !== null && file.sha256 !== sha256) {
      manifest.problems.push(`${file.owner}: its file is damaged. It is in the backup as it is.`)
    }
    manifest.files.push({ key: file.key, bytes: read.bytes, sha256 })
  }
  const text = JSON.stringify(manifest)
  archive.entry({ name: manifestName, mode: 0o600 }, text)
  const seal = sealOf(createHash('sha256').update(text).digest('hex'))
  archive.entry({ name: sealName, mode: 0o600 }, seal)
  archive.finalize()
}
