import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkBucket } from '../../../src/operations/doctor/run-checks.ts'
import { servingLimits } from '../../../src/platform/storage/s3-client.ts'
import { openS3Storage } from '../../../src/platform/storage/s3-storage.ts'
import type { BucketConfig } from '../../../src/platform/storage/storage-config.ts'
import { findHealthIssues } from '../../../src/operations/monitoring/health-issues.ts'
import { createReadiness } from '../../../src/operations/monitoring/open-monitoring.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { fixedSettings } from '../../../testing/fixed-settings.ts'
import { longStoreLimits } from '../../../testing/long-limits.ts'
import { roomForEverything } from '../../../testing/test-app.ts'
import { newOrder, shop } from '../../../testing/mail-fixtures.ts'

// A store that accepts connections and never responds, like a firewall or an overloaded store, or that redirects to another
// host.

/** Checks keep their usual limit, which these tests reach; all others are too long to be reached. */
const checkLimits = { ...longStoreLimits, checkMs: servingLimits.checkMs }

let server: LocalServer
let isHanging: boolean
let hanging: number
let elsewhere: string | null
let config: BucketConfig
/** The timeouts set by `AbortSignal.timeout`. They expire when the test ends them. */
let timeLimits: { ms: number; end(): void }[]
beforeEach(async () => {
  isHanging = false
  hanging = 0
  elsewhere = null
  timeLimits = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    timeLimits.push({ ms, end: () => controller.abort() })
    return controller.signal
  })
  server = await startLocalServer((_request, response) => {
    if (isHanging) {
      hanging += 1
      return
    }
    if (elsewhere !== null) response.writeHead(307, { location: elsewhere }).end()
    else response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
  })
  const keys = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }
  config = { kind: 's3', endpoint: server.url, bucket: 'files', prefix: '', ...keys }
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

/** Resolves once this number of calls waits for a response. */
async function untilHanging(calls: number): Promise<void> {
  while (hanging < calls) await new Promise((resolve) => setImmediate(resolve))
}

/** The longest that a person should wait, in milliseconds. */
const maxWaitMs = 10_000

function endTimeLimits(): void {
  expect(Math.max(...timeLimits.map(({ ms }) => ms))).toBeLessThanOrEqual(maxWaitMs)
  for (const { end } of timeLimits) end()
}

test('the doctor and the server report within seconds that it does not respond', async () => {
  isHanging = true
  const results = Promise.all([
    checkBucket(config),
    expect(openS3Storage(config, checkLimits)).rejects.toThrow(
      /^The bucket files at http\S+ does not respond\. Check S3_ENDPOINT/,
    ),
  ])
  await untilHanging(2)
  endTimeLimits()
  const [finding] = await results
  expect(finding).toMatchObject({
    level: 'problem',
    message: expect.stringContaining('does not respond'),
  })
  expect(hanging).toBe(2)
})

test('the health page reports it within seconds too, even with many orders, as does the readiness check', async () => {
  const storage = await openS3Storage(config, checkLimits)
  isHanging = true
  const database = await openTestDatabase()
  const em = database.fork()
  for (let n = 0; n < 5; n += 1) newOrder(em).paymentConfirmed = true
  await em.flush()
  const results = Promise.all([
    findHealthIssues({
      database,
      storage,
      gateway: { check: async () => undefined },
      settings: fixedSettings(shop),
      dataDir: tmpdir(),
      readUploadQuota: roomForEverything,
      readEvmNodes: () => null,
    }),
    createReadiness({ database, storage, isStopping: () => false })(),
  ])
  await untilHanging(6)
  endTimeLimits()
  const [{ issues }, ready] = await results
  expect(issues.map(({ title }) => title)).toContain('The file storage is not responding')
  expect(ready.storage).toBe(false)
  expect(hanging).toBe(6)
  await database.close()
})

test('does not follow a redirect of the store', async () => {
  const storage = await openS3Storage(config)
  const asked: string[] = []
  const other = await startLocalServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  elsewhere = `${other.url}/`
  await expect(
    storage.write('ab/work', Readable.from([Buffer.from('a work')]), { maxBytes: 100 }),
  ).rejects.toMatchObject({
    code: 'unavailable',
  })
  await expect(storage.read('ab/work')).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toEqual([])
  await other.close()
})

test('a file is stored even if the response to the last call of its upload was lost', async () => {
  const calls: string[] = []
  server.server.removeAllListeners('request')
  server.server.on('request', (request, response) => {
    const { method = '', url = '' } = request
    const { searchParams } = new URL(url, 'http://localhost')
    const id = searchParams.get('uploadId')
    const step = method === 'POST' && id === null ? 'begin' : method === 'POST' ? 'complete' : method
    calls.push(step)
    request.resume().on('end', () => {
      if (step === 'begin') {
        response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>')
      } else if (step === 'PUT') response.writeHead(200, { etag: '"1"' }).end()
      else if (step === 'HEAD') response.writeHead(200, { 'content-length': 6_000_000 }).end()
      else if (step === 'complete' && calls.filter((call) => call === 'complete').length === 1) {
        request.socket.destroy()
      } else if (step === 'GET') response.end('<ListBucketResult/>')
      else response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>')
    })
  })
  const storage = await openS3Storage(config, longStoreLimits)
  const stored = await storage.write('ab/work', Readable.from([Buffer.alloc(6_000_000)]), {
    maxBytes: 7_000_000,
  })
  expect(stored.bytes).toBe(6_000_000)
  expect(calls).toContain('HEAD')
})
