import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { cases, depth } from '@priormark/core/testing/depth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limitIdleTime, servingLimits, type StoreLimits } from '../../../src/platform/storage/s3-client.ts'
import { openS3Storage } from '../../../src/platform/storage/s3-storage.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import type { BucketConfig } from '../../../src/platform/storage/storage-config.ts'
import { longStoreLimits } from '../../../testing/long-limits.ts'
import { s3Missing } from '../../../testing/s3-server.ts'
import { newBucket } from '../../../testing/shared-s3-server.ts'
import { startTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'

/** The longest that a caller of the API waits for another service, in milliseconds. */
const longestMs = 15_000

/** The SDK starts to count a silence this late, in milliseconds. */
const sdkDelayMs = 3_000

test('the limits for requests add up to less than 15 seconds', () => {
  const { connectMs, idleTimeoutMs, retryMs, cleanUpMs } = servingLimits
  expect(retryMs + idleTimeoutMs + sdkDelayMs + cleanUpMs).toBeLessThan(longestMs)
  expect(retryMs + connectMs + cleanUpMs).toBeLessThan(longestMs)
})

describe('the silence of a download', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const untilIdle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const pause = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await untilIdle()
  }

  test('is limited between two chunks, and not in total', async () => {
    const store = new PassThrough()
    const content = limitIdleTime(store, 1_000)
    const failure = vi.fn()
    content.resume().on('error', failure)
    for (let chunk = 0; chunk < 5; chunk += 1) {
      store.write('some bytes')
      await pause(999)
    }
    expect(failure).not.toHaveBeenCalled()
    await pause(1)
    expect(failure).toHaveBeenCalledWith(expect.objectContaining({ code: 'unavailable' }))
    expect(store.destroyed).toBe(true)
  })

  test('does not include the time in which the reader pauses', async () => {
    const bytes = Buffer.alloc(1_000_000, 'a')
    const content = limitIdleTime(Readable.from([bytes, bytes], { objectMode: false }), 1_000)
    await untilIdle()
    await pause(60_000)
    expect((await buffer(content)).length).toBe(2_000_000)
  })

  test('does not matter after the end', async () => {
    const content = limitIdleTime(Readable.from([Buffer.from('a work')]), 1_000)
    expect(String(await buffer(content))).toBe('a work')
    await untilIdle()
    expect(vi.getTimerCount()).toBe(0)
  })
})

const note = s3Missing === null ? '' : ` (skipped: ${s3Missing})`

/** In a normal run the silence lasts for one call. */
const limits: StoreLimits = cases({
  normal: { connectMs: 500, idleTimeoutMs: 500, retryMs: 300, cleanUpMs: 300, checkMs: 10_000 },
  deep: servingLimits,
})
const idleTimeoutMs = cases({ normal: 0, deep: 60_000 })

describe.skipIf(s3Missing !== null)(`a shop whose store fails${note}`, () => {
  let proxy: TcpProxy
  let bucket: BucketConfig
  let bucketThroughProxy: BucketConfig
  /** Without the proxy, to see which files are stored. */
  let direct: FileStorage
  let app: TestApp

  beforeEach(async () => {
    bucket = await newBucket()
    direct = await openS3Storage(bucket, longStoreLimits)
    const { hostname, port } = new URL(bucket.endpoint)
    proxy = await startTcpProxy({ host: hostname, port: Number(port) })
    bucketThroughProxy = { ...bucket, endpoint: `http://127.0.0.1:${proxy.port}` }
    const serving = await openS3Storage(bucketThroughProxy, longStoreLimits)
    // The short limits apply to its check of the bucket too, which a busy machine may delay.
    const disturbed = await vi.waitFor(() => openS3Storage(bucketThroughProxy, limits), { timeout: 120_000 })
    const storage: FileStorage = {
      ...serving,
      write: (...input) => current().write(...input),
      read: (...input) => current().read(...input),
      remove: (...input) => current().remove(...input),
      check: () => current().check(),
    }
    const current = () => (isDisturbed ? disturbed : serving)
    app = await startTestApp({ storage })
  })
  afterEach(async () => {
    isDisturbed = false
    proxy.resume()
    await app.close()
    await proxy.close()
  })

  let isDisturbed = false
  const disturb = (fault: 'silence' | 'reset') => {
    isDisturbed = true
    proxy[fault]()
  }
  const recover = () => {
    proxy.resume()
    isDisturbed = false
  }
  const storedKeys = async () => {
    const keys: string[] = []
    for await (const { key } of direct.list()) keys.push(key)
    return keys
  }

  /** Repeats calls until the silence has lasted as long as it should, and returns the slowest in milliseconds. */
  const slowest = async (fault: 'silence' | 'reset', call: () => Promise<unknown>) => {
    let slowestMs = 0
    const endsAtMs = performance.now() + (fault === 'silence' ? idleTimeoutMs : 0)
    do {
      const startedMs = performance.now()
      await call()
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
    } while (performance.now() < endsAtMs)
    return slowestMs
  }

  test.for(['silence', 'reset'] as const)(
    'returns 503 to uploads during %s, names the store on the health page, and stores the repeated upload once',
    { timeout: idleTimeoutMs + 900_000 },
    async (fault, { annotate }) => {
      const admin = await newAdmin(app)
      const paid = await placeOrder(newVisitor(app))
      await admin.api.orders.change({ params: { id: paid }, body: { paymentConfirmed: true } })
      const before = await storedKeys()
      const visitor = newVisitor(app)

      disturb(fault)
      const uploadMs = await slowest(fault, async () => {
        expect(await refusal(visitor.upload('a work'))).toMatchObject({ status: 503, code: 'unavailable' })
      })
      // Compared with no limit, because a busy machine is slower: the sum of the limits is tested above.
      await annotate(`${fault}: the slowest upload took ${Math.round(uploadMs)} ms`)
      const issues = async () => (await admin.api.monitoring.health()).issues
      expect(await issues()).toContainEqual(
        expect.objectContaining({
          title: 'The file storage is not responding',
          remedy: expect.stringContaining('S3_'),
        }),
      )
      expect(proxy.disturbed()).toBeGreaterThan(0)

      recover()
      await visitor.upload('a work')
      expect(await storedKeys()).toHaveLength(before.length + 1)
      // One check of all files has its own limit.
      await expect.poll(async () => (await issues()).map(({ kind }) => kind)).not.toContain('files_missing')
    },
  )

  test('ends a download whose store falls silent, and serves the whole file afterwards', async ({
    annotate,
  }) => {
    const bytes = Buffer.alloc(12_000_000, 'a')
    await direct.write('ab/work', Readable.from([bytes]), { maxBytes: bytes.length })
    // Only the silence is limited shortly, so that the beginning of the download has time.
    const own = { ...limits, connectMs: 60_000, idleTimeoutMs: 60_000, retryMs: 60_000 }
    const impatient = await openS3Storage(bucketThroughProxy, own)
    own.idleTimeoutMs = limits.idleTimeoutMs
    const { content } = await impatient.read('ab/work')
    proxy.silence()
    const silentMs = performance.now()
    await expect(buffer(content)).rejects.toMatchObject({ code: 'unavailable' })
    await annotate(`the download ended after ${Math.round(performance.now() - silentMs)} ms`)
    recover()
    const again = await app.parts.storage.read('ab/work')
    expect((await buffer(again.content)).length).toBe(bytes.length)
  })

  test('repeats an upload whose connection was reset once', async () => {
    const visitor = newVisitor(app)
    // Leaves a connection open, which the next call uses.
    await visitor.upload('first')
    proxy.reset()
    proxy.resume()
    await visitor.upload('second')
    expect(await storedKeys()).toHaveLength(2)
  })

  test.runIf(depth === 'deep')(
    'accepts a part of 5 MB that takes longer than a silence may (only deep: takes ten seconds)',
    async () => {
      const { hostname: host, port } = new URL(bucket.endpoint)
      const slow = await startTcpProxy({ host, port: Number(port) }, { uploadBytesPerSecond: 500_000 })
      const storage = await openS3Storage({ ...bucket, endpoint: `http://127.0.0.1:${slow.port}` })
      const bytes = Buffer.alloc(6_000_000, 'a')
      const startedMs = performance.now()
      await storage.write('ab/slow', Readable.from([bytes]), { maxBytes: bytes.length })
      expect(performance.now() - startedMs).toBeGreaterThan(servingLimits.idleTimeoutMs)
      expect((await buffer((await direct.read('ab/slow')).content)).length).toBe(bytes.length)
      await slow.close()
    },
  )
})
