import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackupConfig } from '../../src/backup/backup-config.ts'
import { dumpTables } from '../../src/backup/dump-tables.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { fillDemoOrders, fillDemoShop } from '../../src/demo/demo-shop.ts'
import { startJobs } from '../../src/jobs/boss-queue.ts'
import type { Database } from '../../src/sql/database.ts'
import { openGateway } from '../../src/payments/open-gateway.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import { createServerDatabase, testServerUrl } from '../../testing/database-server.ts'
import { makeShopData } from '../../testing/shop-data.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openManualAnchors } from '../../testing/test-app.ts'

/** A place for a shop: a data folder, and a database on the test server if there is one. */
export interface ShopPlace {
  config: BackupConfig
  remove(): Promise<void>
}

/** Creates an empty place. @param kind of the database; by default that of the test run */
export async function emptyPlace(
  kind: 'PGlite' | 'PostgreSQL' = testServerUrl === null ? 'PGlite' : 'PostgreSQL',
): Promise<ShopPlace> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-place-'))
  const server =
    kind === 'PostgreSQL' && testServerUrl !== null ? await createServerDatabase(testServerUrl) : null
  return {
    config: configOf(dataDir, server?.url),
    async remove() {
      await rm(dataDir, { recursive: true, force: true })
      await server?.drop()
    },
  }
}

function configOf(dataDir: string, databaseUrl: string | null = null): BackupConfig {
  return {
    dataDir,
    databaseUrl,
    storage: { kind: 'disk' },
    logLevel: 'silent',
    keys: { passphrase: null, recipient: null, identity: null },
  }
}

/** The variables with which a server or a command uses the place. */
export function environment({ config }: ShopPlace): Record<string, string> {
  return {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
  }
}

/** Creates a place with the demo shop, an administrator and an unsent email, and without a server. */
export function filledPlace(kind?: 'PGlite'): Promise<ShopPlace> {
  return fillPlace(kind, fillDemoShop)
}

/** Like filledPlace, but without the blog, whose images take most of the time. */
export function placeWithOrders(): Promise<ShopPlace> {
  return fillPlace(undefined, fillDemoOrders)
}

async function fillPlace(kind: 'PGlite' | undefined, fill: typeof fillDemoShop): Promise<ShopPlace> {
  const { dataDir, env, remove } = await makeShopData(kind)
  const config = configOf(dataDir, env['DATABASE_URL'])
  const database = await openDatabase(config)
  const storage = await openStorage(config)
  const payments = await openGateway({ dataDir, payments: { mode: 'embedded' } })
  await fill({ database, storage, anchors: await openManualAnchors(database), payments })
  payments.standIn?.close()
  const jobs = await startJobs({ database, handlers: {}, schedules: [], log: silentLog })
  await database
    .fork()
    .transactional((em) =>
      jobs.queue.enqueue(em, 'send-mail', { mailId: 'not sent yet' }, { afterSeconds: 3600 }),
    )
  await jobs.stop()
  await database.close()
  return { config, remove }
}

/** Returns a copy of a place that the test may modify. */
export async function copyOf({ config }: ShopPlace): Promise<ShopPlace> {
  const place = await emptyPlace('PGlite')
  await cp(config.dataDir, place.config.dataDir, { recursive: true })
  return place
}

/** Describes a shop completely: each table by count and digest of its rows, each file by its digest. */
export async function everythingIn({ config }: ShopPlace): Promise<{
  tables: Record<string, string>
  files: Record<string, string>
}> {
  const database = await openDatabase(config)
  const folder = await mkdtemp(path.join(tmpdir(), 'priormark-compare-'))
  try {
    const facts = await database.fork().transactional((em) => dumpTables(em, folder))
    const storage = await openStorage(config)
    const files: Record<string, string> = {}
    for await (const { key } of storage.list()) {
      const bytes = await buffer((await storage.read(key)).content)
      files[key] = createHash('sha256').update(bytes).digest('hex')
    }
    return {
      tables: Object.fromEntries(facts.map(({ name, rows, sha256 }) => [name, `${rows} rows ${sha256}`])),
      files,
    }
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Adds a file of random bytes to an order. Returns the order's id and the file's key. */
export async function addLargeFile(place: ShopPlace, bytes: number): Promise<{ id: string; key: string }> {
  const database = await openDatabase(place.config)
  const storage = await openStorage(place.config)
  const [row] = await database
    .fork()
    .execute<{ id: string; key: string }[]>(
      'select id, storage_key as key from orders where storage_key is not null order by id limit 1',
    )
  if (row === undefined) throw new Error('the shop has no order with a file')
  const { sha256 } = await storage.write(row.key, pieces(bytes), { maxBytes: bytes })
  await database
    .fork()
    .execute('update orders set file_sha256 = ?, file_size = ? where id = ?', [sha256, bytes, row.id])
  await database.close()
  return row
}

function pieces(bytes: number): Readable {
  const piece = 1_000_000
  return Readable.from(Array.from({ length: bytes / piece }, () => randomBytes(piece)))
}

export async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null
}

export async function withDatabase<Result>(
  place: ShopPlace,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(place.config)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}
