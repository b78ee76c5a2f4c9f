import * as v from 'valibot'
import { readRow } from '../../platform/database/rows.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IsolationLevel } from '@mikro-orm/core'
import { pack, type Pack } from 'tar-stream'
import type { Database } from '../../platform/database/database.ts'
import { nullIfNotFound } from '../../platform/not-found.ts'
import { prepareDataFolder } from '../../platform/storage/data-folder.ts'
import { fileExists, type FileStorage } from '../../platform/storage/file-storage.ts'
import { dumpTables, readMigrations, tableFile } from './table-rows.ts'
import { digestContent, digestName, fileEntry, manifestName, tableEntry, type Manifest } from './manifest.ts'
import { isStillReferenced, listFiles, type ReferencedFile } from './referenced-files.ts'

export interface BackupDeps {
  database: Database
  storage: FileStorage
  /** Tables are written here first, so that a slow reader does not keep the database's snapshot open. */
  dataDir: string
}

/**
 * Returns a backup as a tar archive: all tables from one snapshot, every file that they refer to, then the manifest and
 * its digest. Resolves once the tables are read; files follow while the archive is read. On failure the stream errors,
 * and the archive has no manifest.
 * @param closeDatabase closes the database once the tables are read, so that its folder is free. Missing files
 * are then found first, since a server that starts in the meantime may delete files.
 */
export async function packArchive(
  { database, storage, dataDir }: BackupDeps,
  closeDatabase: (() => Promise<void>) | null = null,
): Promise<Readable> {
  const folder = await makeFolder(dataDir)
  try {
    const snapshot = await takeSnapshot(database, folder)
    let isStillNeeded = (key: string) => isStillReferenced(database.fork(), key)
    if (closeDatabase !== null) {
      const missingKeys = new Set<string>()
      for (const { key } of snapshot.files) if (!(await fileExists(storage, key))) missingKeys.add(key)
      isStillNeeded = async (key) => missingKeys.has(key)
      await closeDatabase()
    }
    const archive = pack()
    void writeEntries(archive, { storage, folder, snapshot, isStillNeeded })
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
    // A killed process left it behind.
    const leftover = path.join(dataDir, name)
    const info = await stat(leftover).catch(() => null)
    if (info?.isDirectory() === true && Date.now() - info.mtimeMs > dayMs) {
      await rm(leftover, { recursive: true, force: true })
    }
  }
  return mkdtemp(path.join(dataDir, folderPrefix))
}

interface Snapshot {
  manifest: Manifest
  files: ReferencedFile[]
}

function takeSnapshot(database: Database, folder: string): Promise<Snapshot> {
  return database.fork().transactional(
    async (em) => {
      const { now } = await readRow(em, v.object({ now: v.date() }))`select now()`
      const tables = await dumpTables(em, folder)
      const manifest: Manifest = {
        format: 'priormark-backup',
        version: 1,
        createdAt: now.toISOString(),
        migrations: await readMigrations(em),
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

async function writeEntries(
  archive: Pack,
  deps: {
    storage: FileStorage
    folder: string
    snapshot: Snapshot
    /** Whether the shop still needs a missing file. Otherwise it was deleted while the backup was made. */
    isStillNeeded: (key: string) => Promise<boolean>
  },
): Promise<void> {
  const { storage, folder, snapshot, isStillNeeded } = deps
  const { manifest } = snapshot
  for (const { name } of manifest.tables) {
    const file = tableFile(folder, name)
    const { size } = await stat(file)
    await pipeline(createReadStream(file), archive.entry({ name: tableEntry(name), size, mode: 0o600 }))
  }
  for (const file of snapshot.files) {
    const storedFile = await nullIfNotFound(storage.read(file.key))
    if (storedFile === null) {
      if (await isStillNeeded(file.key)) manifest.problems.push(`${file.owner}: its file is missing.`)
      else manifest.gone.push(file.key)
      continue
    }
    const hash = createHash('sha256')
    async function* hashChunks(content: Readable) {
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
    }
    const entry = archive.entry({ name: fileEntry(file.key), size: storedFile.bytes, mode: 0o600 })
    await pipeline(storedFile.content, hashChunks, entry)
    const sha256 = hash.digest('hex')
    if (file.sha256 !== null && file.sha256 !== sha256) {
      manifest.problems.push(`${file.owner}: its file is damaged. The backup contains it unchanged.`)
    }
    manifest.files.push({ key: file.key, bytes: storedFile.bytes, sha256 })
  }
  const text = JSON.stringify(manifest)
  archive.entry({ name: manifestName, mode: 0o600 }, text)
  const digestLine = digestContent(createHash('sha256').update(text).digest('hex'))
  archive.entry({ name: digestName, mode: 0o600 }, digestLine)
  archive.finalize()
}
