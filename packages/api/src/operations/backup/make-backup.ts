import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openDatabase } from '../database/open-database.ts'
import { fsyncDirectory } from '../../platform/storage/disk-storage.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { requestBackup } from './local-server.ts'
import { encryptStream, type BackupKeys } from './encryption.ts'
import type { Manifest } from './manifest.ts'
import { packArchive } from './pack-archive.ts'
import { checkArchive } from './read-archive.ts'
import type { StorageConfig } from '../../platform/storage/storage-config.ts'

/** Where the server puts its backups, and the keys that encrypt them. */
export interface BackupTarget {
  folder: string
  keys: BackupKeys
}

/** The configuration of backup, restore and the move to PostgreSQL. */
export interface BackupConfig {
  dataDir: string
  databaseUrl: string | null
  storage: StorageConfig
  logLevel: string
  keys: BackupKeys
}

/**
 * Makes a backup.
 * @param to a folder, in which the file is named by time, or the name of a new file
 * @throws Error with a message to print
 */
export async function makeBackup(
  config: BackupConfig,
  { to, encrypt }: { to: string; encrypt: boolean },
): Promise<{ file: string; manifest: Manifest }> {
  const file = await targetFile(to, encrypt)
  const source = await openSource(config)
  try {
    return { file, manifest: await writeBackup(source.content, { file, keys: encrypt ? config.keys : null }) }
  } finally {
    await source.close()
  }
}

/**
 * Writes the content of a backup to a file and verifies it at the same time. The file gets its name once it is complete and
 * synced; until then the name ends in `.part`.
 * @param keys null writes it unencrypted
 */
export async function writeBackup(
  archive: Readable,
  { file, keys, signal }: { file: string; keys: BackupKeys | null; signal?: AbortSignal },
): Promise<Manifest> {
  const partialFile = file + partialSuffix
  try {
    const verifier = new PassThrough()
    const verification = checkArchive(verifier)
    verification.catch(() => undefined)
    const content = Readable.from(verifyWhileReading(archive, verifier, verification), { objectMode: false })
    // Fails before creating the partial file if there is no key.
    const output = keys === null ? content : await encryptStream(content, keys)
    const target = createWriteStream(partialFile, { flags: 'w', mode: 0o600, flush: true })
    await pipeline(output, target, signal === undefined ? {} : { signal })
    const manifest = await verification
    await rename(partialFile, file)
    await fsyncDirectory(path.dirname(file))
    return manifest
  } catch (error) {
    await rm(partialFile, { force: true })
    throw error
  }
}

/** The end of the name of an incomplete backup. */
export const partialSuffix = '.part'

/** Passes on a stream and copies it to the verifier. @throws DamagedBackup unless it is a complete backup */
async function* verifyWhileReading(
  content: Readable,
  verifier: PassThrough,
  verification: Promise<Manifest>,
) {
  for await (const chunk of content) {
    yield chunk
    if (!verifier.write(chunk)) await Promise.race([once(verifier, 'drain'), verification])
  }
  verifier.end()
  await verification
}

/** Returns the name of a new file. @throws Error if it exists, or its folder does not */
export async function targetFile(to: string, encrypt: boolean): Promise<string> {
  const info = await stat(to).catch(() => null)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file =
    info?.isDirectory() === true ? path.join(to, `priormark-${time}.tar${encrypt ? '.age' : ''}`) : to
  if (existsSync(file)) throw new Error(`${file} already exists.`)
  const folder = path.dirname(path.resolve(file))
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist.`)
  return path.resolve(file)
}

/**
 * Opens the shop directly, or through the server that uses it. A PGlite database is closed once its tables are read, so that a
 * server can start while the files are copied.
 */
export async function openSource(
  config: BackupConfig,
): Promise<{ content: Readable; close(): Promise<void> }> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) {
    const content = await requestBackup(dataDir)
    if (content !== null) return { content, close: async () => void content.destroy() }
    if (!existsSync(path.join(dataDir, 'database')))
      throw new Error(`There is no shop in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  const storage = await openStorage(config)
  const database = await openDatabase(config, { isBackup: true })
  let databaseClose: Promise<void> | null = null
  const closeDatabase = () => (databaseClose ??= database.close())
  try {
    const deps = { database, storage, dataDir }
    const content = await packArchive(deps, databaseUrl === null ? closeDatabase : null)
    return {
      content,
      async close() {
        content.destroy()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}
