import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { administrator } from './administrator.ts'
import { cacheFolder } from './cache-folder.ts'
import { startServerProcess } from './server-process.ts'
import { sourcesKey } from './template-keys.ts'

/** The data of a shop. */
export interface ShopData {
  dataDir: string
  /** The variables that a server needs to use it. */
  env: Record<string, string>
  remove(): Promise<void>
}

/** Creates an empty folder. */
export async function makeDataFolder(): Promise<ShopData> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-shop-'))
  return { dataDir, env: { DATA_DIR: dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/**
 * Creates the data of an empty shop with its administrator. A first start migrates and hashes a password, and with
 * PGlite it also creates the database, which takes seconds. Therefore it runs once for each state of the sources and is
 * copied from then on. If there is a test server, the database is on it: a process without PGlite starts much faster.
 * @param kind of the database; by default that of the test run
 */
export async function makeShopData(kind?: 'PGlite'): Promise<ShopData> {
  const folder = await makeDataFolder()
  const { dataDir } = folder
  const { cloneTemplate, testServerUrl } = await import('./database-server.ts')
  if (testServerUrl === null || kind === 'PGlite') {
    await cp(await startedFolder(), path.join(dataDir, 'database'), { recursive: true })
    return folder
  }
  const database = await cloneTemplate(testServerUrl, {
    kind: 'shop',
    key: sourcesKey(),
    fill: (url) => startOnce(dataDir, { DATABASE_URL: url }),
  })
  return {
    dataDir,
    env: { ...folder.env, DATABASE_URL: database.url },
    async remove() {
      await database.drop()
      await folder.remove()
    },
  }
}

/** Returns the folder of a PGlite database after a first start. */
async function startedFolder(): Promise<string> {
  const prefix = `shop-${sourcesKey()}`
  const folder = path.join(cacheFolder, prefix)
  const folderExists = await stat(folder).then(
    () => true,
    () => false,
  )
  if (folderExists) return folder
  const draft = path.join(cacheFolder, `${prefix}.${randomUUID()}`)
  await mkdir(draft, { recursive: true })
  await startOnce(draft, {})
  // If several processes create it concurrently, the first one is kept.
  await rename(path.join(draft, 'database'), folder).catch(ignoreExisting)
  await rm(draft, { recursive: true, force: true })
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith('shop-') && !name.startsWith(prefix)) {
      await rm(path.join(cacheFolder, name), { recursive: true, force: true })
    }
  }
  return folder
}

async function startOnce(dataDir: string, env: Record<string, string>): Promise<void> {
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
    ...env,
  })
  const code = await server.stop()
  if (code !== 0) throw new Error(`the first start of a shop ended with ${code}:\n${server.output()}`)
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}
