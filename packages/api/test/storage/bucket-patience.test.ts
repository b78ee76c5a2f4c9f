import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBucket } from '../../src/doctor/check-files.ts'
import { openS3Storage } from '../../src/storage/s3-storage.ts'
import type { BucketConfig } from '../../src/storage/storage-config.ts'
import { findConcerns } from '../../src/watch/concerns.ts'
import { createReadiness } from '../../src/watch/readiness.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { newOrder, shop } from '../mail/mail-fixtures.ts'

// A store that takes connections and never answers, which is what a firewall or a store out of breath looks like, or that sends
// us elsewhere.

let server: Server
let isHanging: boolean
let elsewhere: string | null
let config: BucketConfig
beforeEach(async () => {
  isHanging = false
  elsewhere = null
  server = createServer((_request, answer) => {
    if (elsewhere !== null) answer.writeHead(307, { location: elsewhere }).end()
    else if (!isHanging) answer.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const keys = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }
  config = { kind: 's3', endpoint: `http://127.0.0.1:${port}`, bucket: 'files', prefix: '', ...keys }
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Far past the patience of those who wait, far below that of an upload: a busy machine adds to either. */
const soonMs = 45_000

test('the doctor and the start say within seconds that it does not answer', async () => {
  isHanging = true
  const begun = Date.now()
  const [finding] = await Promise.all([
    checkBucket(config),
    expect(openS3Storage(config)).rejects.toThrow(
      /^The bucket files at http\S+ does not answer\. Check S3_ENDPOINT/,
    ),
  ])
  expect(finding).toMatchObject({
    level: 'problem',
    sentence: expect.stringContaining('does not answer'),
  })
  expect(Date.now() - begun).toBeLessThan(soonMs)
})

test('so do the health page, with many orders to look for, and what a balancer asks', async () => {
  const storage = await openS3Storage(config)
  isHanging = true
  const database = await openTestDatabase()
  const em = database.fork()
  for (let n = 0; n < 5; n += 1) newOrder(em).paymentConfirmed = true
  await em.flush()
  const begun = Date.now()
  const [{ concerns }, ready] = await Promise.all([
    findConcerns({ database, storage, shop, dataDir: tmpdir(), contentWarnings: () => [] }),
    createReadiness({ database, storage, isStopping: () => false })(),
  ])
  expect(concerns.map(({ title }) => title)).toContain('The file storage does not answer')
  expect(ready.storage).toBe(false)
  expect(Date.now() - begun).toBeLessThan(soonMs)
  await database.close()
})

test('an upload to it goes on waiting: a busy store may be slow with much', async () => {
  const storage = await openS3Storage(config)
  isHanging = true
  let isOver = false
  const writing = storage
    .write('ab/work', Readable.from([Buffer.from('a work')]), { maxBytes: 100 })
    .finally(() => (isOver = true))
    .catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  expect(isOver).toBe(false)
  isHanging = false
  server.closeAllConnections()
  await writing
})

test('a store that sends us elsewhere is not followed there', async () => {
  const storage = await openS3Storage(config)
  const asked: string[] = []
  const other = createServer((request, answer) => {
    asked.push(request.url ?? '')
    answer.end()
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  elsewhere = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
  await expect(
    storage.write('ab/work', Readable.from([Buffer.from('a work')]), { maxBytes: 100 }),
  ).rejects.toMatchObject({
    code: 'unavailable',
  })
  await expect(storage.read('ab/work')).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toEqual([])
  other.close()
})
