import { fixedSettings } from '../../../testing/fixed-settings.ts'
import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { NewPost } from '@priormark/core/blog/post'
import sharp from 'sharp'
import * as v from 'valibot'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import type { BackupConfig } from '../../../src/operations/backup/make-backup.ts'
import { dumpTables } from '../../../src/operations/backup/table-rows.ts'
import { createPost } from '../../../src/blog/post-service.ts'
import { addViews } from '../../../src/blog/post-views.ts'
import { openDatabase } from '../../../src/operations/database/open-database.ts'
import { fillDemoOrders, type DemoDeps } from '../../../src/operations/demo/demo-shop.ts'
import { demoHistory, demoWorks } from '../../../src/operations/demo/demo-works.ts'
import { addImage } from '../../../src/blog/images/image-service.ts'
import { startJobs } from '../../../src/platform/jobs/boss-queue.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openGateway } from '../../../src/orders/gateway/open-gateway.ts'
import { openStorage } from '../../../src/platform/storage/open-storage.ts'
import { createServerDatabase, testServerUrl } from '../../../testing/database-server.ts'
import { makeShopData, type ShopData } from '../../../testing/shop-data.ts'
import { newPost } from '../../blog/blog-fixtures.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { openManualAnchors, testShop } from '../../../testing/test-app.ts'

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

/** Creates a place with the orders of the demo, a blog, an administrator and an unsent email, and without a server. */
export function filledPlace(kind?: 'PGlite'): Promise<ShopPlace> {
  return fillPlace(kind, async (parts) => {
    await fillDemoOrders(parts, [...demoHistory, ...demoWorks])
    await fillBlog(parts)
  })
}

/** Adds a post with an image in several widths and 24 tiny ones: encoding those of the demo takes seconds. */
async function fillBlog({ database, storage }: DemoDeps): Promise<void> {
  const em = database.fork()
  const [author] = await em.findAll(Admin)
  if (author === undefined) throw new Error('the shop has no administrator')
  const urls: string[] = []
  for (let n = 0; n < 25; n += 1) {
    const width = n === 0 ? 1600 : 1
    const image = sharp({ create: { width, height: 10, channels: 3, background: { r: n, g: 0, b: 0 } } })
    const bytes = await image.png().toBuffer()
    urls.push((await addImage(em, storage, { bytes, fileName: `${n}.png` })).url)
  }
  const post = newPost({
    content: urls.map((url) => `<figure class="image"><img src="${url}" alt="A pixel"></figure>`).join(''),
    status: 'published',
    featuredImage: urls[0] ?? '',
    categories: ['Guides'],
    tags: ['Pixels'],
  })
  const admin = { adminId: author.id, username: author.username, role: author.role }
  const { id } = await createPost(em, v.parse(NewPost, post), { admin, address: '127.0.0.1', key: null })
  await addViews(em, [{ postId: id, day: '2026-11-25', views: 3 }])
}

/** Like filledPlace, but with fewer orders and without the blog. */
export function placeWithOrders(): Promise<ShopPlace> {
  return fillPlace(undefined, fillDemoOrders)
}

export function placeOf({ dataDir, env, remove }: ShopData): ShopPlace {
  return { config: configOf(dataDir, env['DATABASE_URL']), remove }
}

async function fillPlace(kind: 'PGlite' | undefined, fill: typeof fillDemoOrders): Promise<ShopPlace> {
  const data = await makeShopData(kind)
  const { dataDir } = data
  const { config, remove } = placeOf(data)
  const database = await openDatabase(config)
  const storage = await openStorage(config)
  const payments = await openGateway({
    dataDir,
    payments: { mode: 'embedded' },
    settings: fixedSettings(testShop),
  })
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

/** Everything in a shop: each table by count and digest of its rows, each file by its digest. */
export interface Everything {
  tables: Record<string, string>
  files: Record<string, string>
}

export function everythingIn(place: ShopPlace): Promise<Everything> {
  return withDatabase(place, (database) => describeAll(place, database))
}

/** Like everythingIn, with a database that is open already. Opening PGlite takes most of the time. */
export async function describeAll({ config }: ShopPlace, database: Database): Promise<Everything> {
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
