import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../src/operations/database/orm.ts'
import { type Database, isTemporary } from '../../../src/platform/database/database.ts'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { newStorageKey } from '../../../src/platform/storage/file-storage.ts'
import {
  addUploadPart,
  findPartialUpload,
  finishPartialUpload,
  startPartialUpload,
  addUpload,
} from '../../../src/orders/uploads/upload-service.ts'
import { Upload, UploadPart } from '../../../src/orders/uploads/upload-entity.ts'
import {
  createMigratedDatabase,
  testServerUrl,
  type ServerDatabase,
} from '../../../testing/database-server.ts'
import { longLimits } from '../../../testing/long-limits.ts'
import { startPostgresProxy, type PostgresProxy } from '../../../testing/postgres-proxy.ts'

const work = Buffer.from('a work')
const visitorId = randomUUID()
const network = '127.0.0.0/24'
const session = { visitorId: () => visitorId, visitorIds: () => [visitorId] }

// As in a failover: the commit is executed, and its response never arrives.
describe.skipIf(testServerUrl === null)(
  'the file of an upload whose commit gets no response (needs a PostgreSQL server)',
  () => {
    let server: ServerDatabase
    let proxy: PostgresProxy
    let direct: Database
    let database: Database
    let folder: string
    let storage: FileStorage

    beforeEach(async () => {
      server = await createMigratedDatabase(testServerUrl ?? '')
      direct = await openPostgres(server.url)
      proxy = await startPostgresProxy(server.url)
      database = await openPostgres(proxy.url, { limits: longLimits })
      folder = await mkdtemp(path.join(tmpdir(), 'priormark-lost-commit-'))
      storage = await openDiskStorage(folder)
    })
    afterEach(async () => {
      await database.close()
      await proxy.close()
      await direct.close()
      await server.drop()
      await rm(folder, { recursive: true, force: true })
    })

    const loseCommit = () => proxy.failAt({ fault: 'close', statement: /^commit/, isExecuted: true })
    const expectLost = async (call: Promise<unknown>) => {
      const error = await call.catch((thrown: unknown) => thrown)
      expect(isTemporary(error), String(error)).toBe(true)
      expect(proxy.broken()).toBe(1)
    }
    const receive = async () => {
      const storageKey = newStorageKey()
      const stored = await storage.write(storageKey, Readable.from([work]), { maxBytes: work.length })
      return { ...stored, storageKey, originalName: 'work.txt' }
    }
    const readFile = async (row: { storageKey: string }) =>
      buffer((await storage.read(row.storageKey)).content)
    const start = () =>
      startPartialUpload(
        direct.fork(),
        { fileName: 'work.txt', fileSize: work.length, sha256: null },
        { session, network },
      )
    const addPart = async (em = direct.fork()) => {
      const { uploadId: id } = await start()
      await addUploadPart(em, storage, { id, offset: 0, session, part: await receive() })
      return id
    }

    test('is kept, sent at once', async () => {
      const file = await receive()
      loseCommit()
      await expectLost(addUpload(database.fork(), storage, { file, visitorId, network }))
      expect(await readFile(await direct.fork().findOneOrFail(Upload, { visitorId }))).toEqual(work)
    })

    test('is kept, as a part', async () => {
      loseCommit()
      await expectLost(addPart(database.fork()))
      expect(await readFile(await direct.fork().findOneOrFail(UploadPart, { firstByte: 0 }))).toEqual(work)
    })

    test('is kept, joined from its parts', async () => {
      const id = await addPart()
      const em = database.fork()
      const partial = await findPartialUpload(em, id, session)
      loseCommit()
      await expectLost(finishPartialUpload(em, storage, partial))
      expect(await readFile(await direct.fork().findOneOrFail(Upload, { id }))).toEqual(work)
    })
  },
)
