import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeBackup } from '../../../src/operations/backup/make-backup.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import {
  addLargeFile,
  emptyPlace,
  environment,
  everythingIn,
  exists,
  placeWithOrders,
  withDatabase,
  type ShopPlace,
} from './backup-fixtures.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { silentLog as log } from '../../../testing/silent-log.ts'
import { startServerProcess, type ServerProcess } from '../../../testing/server-process.ts'
import { newVisitor, placeOrder } from '../../../testing/visitor.ts'

let shop: ShopPlace
let folder: string
let target: ShopPlace
let server: ServerProcess | undefined
beforeAll(async () => {
  shop = await placeWithOrders()
  await addLargeFile(shop, 10_000_000)
})
afterAll(() => shop?.remove())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-backups-'))
  target = await emptyPlace()
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await target.remove()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup of a running shop', () => {
  test('has every order from before its start completely, while customers continue to order', async () => {
    server = await startServerProcess(environment(shop))
    const { url } = server
    const acknowledged: string[] = []
    let isOver = false
    const customers = [1, 2, 3].map(async () => {
      // An address may upload 120 times an hour.
      while (!isOver && acknowledged.length < 100) acknowledged.push(await placeOrder(newVisitor({ url })))
    })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(5), { timeout: 120_000 })
    const before = [...acknowledged]
    const { file, manifest } = await makeBackup(shop.config, { to: folder, encrypt: false })
    isOver = true
    await Promise.all(customers)
    expect(acknowledged.length).toBeGreaterThan(before.length)
    expect(manifest.problems).toEqual([])

    await restoreBackup(target.config, { from: file, log })
    const restored = await withDatabase(target, (database) =>
      database
        .fork()
        .execute<{ id: string; key: string; sha256: string }[]>(
          `select id, storage_key as key, file_sha256 as sha256 from orders where project_name = 'Notes on the Engine'`,
        ),
    )
    expect(restored.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
    for (const { id } of restored) expect(acknowledged).toContain(id)
    const { files } = await everythingIn(target)
    for (const { key, sha256 } of restored) expect(files[key]).toBe(sha256)
    // The restored shop starts and sells.
    const other = await startServerProcess(environment(target))
    await placeOrder(newVisitor(other))
    expect(await other.stop()).toBe(0)
  })

  test.runIf(testServerUrl === null)(
    'requires access to the data folder to read the database of a running server (PGlite only)',
    async () => {
      server = await startServerProcess(environment(shop))
      const endpointFile = path.join(shop.config.dataDir, 'local-endpoint.json')
      const { port } = JSON.parse(await readFile(endpointFile, 'utf8'))
      for (const headers of [{}, { authorization: 'Bearer guess' }]) {
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers })
        expect(response.status).toBe(403)
        expect(await response.text()).toBe('')
      }
      await server.stop()
      expect(await exists(endpointFile)).toBe(false)
    },
  )
})
