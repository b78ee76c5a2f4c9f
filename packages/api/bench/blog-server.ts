import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureFirstAdmin } from '../src/staff/auth/admin-service.ts'
import { openPostgres } from '../src/operations/database/orm.ts'
import { fillDemoBlog } from '../src/operations/demo/demo-blog.ts'
import { openDiskStorage } from '../src/platform/storage/disk-storage.ts'
import type { BenchPostgres } from './bench-database.ts'
import { benchCredentials, startRealServer, type RealServer } from './real-server.ts'
import { seedPosts } from './seed-posts.ts'

/** A server with a blog: the demo's posts with their images, and many plain ones. */
export interface BlogServer {
  server: RealServer
  databaseUrl: string
  stop(): Promise<void>
}

/** Starts a server with this number of plain posts. */
export async function startBlogServer(postgres: BenchPostgres, posts: number): Promise<BlogServer> {
  const databaseUrl = await postgres.createDatabase(0)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'priormark-bench-blog-'))
  const database = await openPostgres(databaseUrl)
  await ensureFirstAdmin(database.fork(), benchCredentials)
  await fillDemoBlog({ database, storage: await openDiskStorage(path.join(dataDir, 'files')) })
  await database.close()
  await seedPosts(databaseUrl, posts)
  const server = await startRealServer({ databaseUrl, dataDir })
  return {
    server,
    databaseUrl,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
