import { createHash, hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import { cases } from '@priormark/core/testing/depth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { openS3Storage } from '../../../src/platform/storage/s3-storage.ts'
import type { BucketConfig } from '../../../src/platform/storage/storage-config.ts'
import { longStoreLimits } from '../../../testing/long-limits.ts'
import { s3Missing } from '../../../testing/s3-server.ts'
import { newBucket } from '../../../testing/shared-s3-server.ts'

// The contract of every file storage, tested with each implementation.

const mebibyte = 1024 * 1024
const limit = { maxBytes: 64 * mebibyte }
const key = 'ab/0123-work'

let folder: string
let bucket: BucketConfig

const places = [
  {
    name: 'a disk',
    isMissing: null,
    hasAllTests: true,
    prepare: async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'priormark-contract-'))
    },
    open: () => openDiskStorage(folder),
    clear: () => rm(folder, { recursive: true, force: true }),
  },
  ...['', 'shop/files/'].map((prefix) => ({
    name: `an S3 bucket ${prefix === '' ? 'without a prefix' : `with the prefix ${prefix}`}`,
    isMissing: s3Missing,
    // A prefix changes only the names of the objects.
    hasAllTests: cases({ normal: prefix === '', deep: true }),
    prepare: async () => {
      bucket = await newBucket(prefix)
    },
    open: () => openS3Storage(bucket, longStoreLimits),
    clear: async () => {},
  })),
]

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Yields bytes like a socket, in pieces that match no boundary. */
function inPieces(bytes: Buffer, pieceBytes = 65_521): Readable {
  const starts = Array.from(
    { length: Math.ceil(bytes.length / pieceBytes) },
    (_, index) => index * pieceBytes,
  )
  return Readable.from(
    starts.map((start) => bytes.subarray(start, start + pieceBytes)),
    { objectMode: false },
  )
}

async function keysOf(storage: FileStorage): Promise<string[]> {
  const keys: string[] = []
  for await (const file of storage.list()) keys.push(file.key)
  return keys.sort()
}

describe.each(places)('$name', ({ isMissing, hasAllTests, prepare, open, clear }) => {
  const inPlace = test.skipIf(isMissing !== null)
  const titled = (title: string) => (isMissing === null ? title : `${title} (skipped: ${isMissing})`)
  let storage: FileStorage
  beforeEach(async () => {
    if (isMissing !== null) return
    await prepare()
    storage = await open()
  })
  afterEach(() => clear())

  const sizes = [0, 1, 70_000, 5 * mebibyte, 5 * mebibyte + 1, 12 * mebibyte]
  inPlace.each(hasAllTests ? sizes : [70_000, 5 * mebibyte + 1])(
    titled('stores a file of %i bytes unchanged, and returns its hashes'),
    async (size) => {
      const bytes = randomBytes(size)
      const stored = await storage.write(key, inPieces(bytes), limit)
      expect(stored).toEqual({ bytes: size, sha256: sha256(bytes), sha3: hash('sha3-256', bytes, 'hex') })
      const read = await storage.read(key)
      expect(read.bytes).toBe(size)
      expect((await buffer(read.content)).equals(bytes)).toBe(true)
    },
  )

  inPlace(titled('reports a missing file, and ignores deleting one'), async () => {
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'not_found' })
    await storage.remove(key)
  })

  inPlace(titled('deletes a file permanently'), async () => {
    await storage.write(key, inPieces(Buffer.from('a work')), limit)
    await storage.remove(key)
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'not_found' })
    expect(await keysOf(storage)).toEqual([])
  })

  inPlace(titled('replaces a file of the same name'), async () => {
    await storage.write(key, inPieces(Buffer.from('first')), limit)
    await storage.write(key, inPieces(Buffer.from('second')), limit)
    expect(String(await buffer((await storage.read(key)).content))).toBe('second')
    expect(await keysOf(storage)).toEqual([key])
  })

  inPlace(titled('leaves nothing of an interrupted file, and keeps the previous one'), async () => {
    await storage.write(key, inPieces(Buffer.from('first')), limit)
    async function* abortRequest() {
      yield randomBytes(6 * mebibyte)
      throw new Error('the line went dead')
    }
    await expect(storage.write(key, Readable.from(abortRequest()), limit)).rejects.toThrow(
      'the line went dead',
    )
    expect(String(await buffer((await storage.read(key)).content))).toBe('first')
    expect(await storage.sweepTemporary(new Date(Date.now() + 3_600_000))).toBe(0)
  })

  inPlace(titled('does not list an unfinished file, and sweeps it once it is old'), async () => {
    let goOn = () => {}
    const pause = new Promise<void>((resolve) => (goOn = resolve))
    let isPaused = () => {}
    const paused = new Promise<void>((resolve) => (isPaused = resolve))
    async function* slowly() {
      yield randomBytes(6 * mebibyte)
      // A stream reads one piece ahead: the piece after the next is requested once the first is in the storage.
      yield randomBytes(1)
      yield randomBytes(1)
      isPaused()
      await pause
      yield randomBytes(1)
    }
    const writing = storage.write(key, Readable.from(slowly()), limit)
    await paused
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'not_found' })
    expect(await keysOf(storage)).toEqual([])
    expect(await storage.sweepTemporary(new Date(Date.now() - 3_600_000))).toBe(0)
    expect(await storage.sweepTemporary(new Date(Date.now() + 3_600_000))).toBe(1)
    goOn()
    await expect(writing).rejects.toThrow()
    expect(await keysOf(storage)).toEqual([])
  })

  inPlace(titled('lists every file with its size and time, even if there are many'), async () => {
    const before = Date.now() - 5_000
    const keys = Array.from({ length: 11 }, (_, n) => `${n.toString(16).padStart(2, '0')}/file-${n}`)
    for (const [n, name] of keys.entries()) {
      await storage.write(name, inPieces(Buffer.alloc(n + 1)), limit)
    }
    const listed = new Map<string, { modifiedAt: Date; bytes: number }>()
    for await (const file of storage.list()) listed.set(file.key, file)
    expect([...listed.keys()].sort()).toEqual(keys)
    for (const [n, name] of keys.entries()) {
      expect(listed.get(name)?.bytes).toBe(n + 1)
      expect(listed.get(name)?.modifiedAt.getTime()).toBeGreaterThan(before)
    }
  })

  if (!hasAllTests) return

  inPlace(titled('returns a part of a file, and the size of the whole'), async () => {
    const bytes = randomBytes(6 * mebibyte)
    await storage.write(key, inPieces(bytes), limit)
    for (const [first, last] of [
      [0, 0],
      [5 * mebibyte - 10, 5 * mebibyte + 10],
      [6 * mebibyte - 1, 6 * mebibyte - 1],
    ] as const) {
      const part = await storage.read(key, { first, last })
      expect(part.bytes).toBe(bytes.length)
      expect((await buffer(part.content)).equals(bytes.subarray(first, last + 1))).toBe(true)
    }
  })

  inPlace.each([
    { title: 'that is one byte too large', maxBytes: 99_999, size: 100_000 },
    { title: 'that exceeds the limit after some parts', maxBytes: 11 * mebibyte, size: 12 * mebibyte },
  ])(titled('rejects a file $title, and leaves nothing behind'), async ({ maxBytes, size }) => {
    await expect(storage.write(key, inPieces(randomBytes(size)), { maxBytes })).rejects.toMatchObject({
      code: 'file_too_large',
    })
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'not_found' })
    expect(await keysOf(storage)).toEqual([])
    expect(await storage.sweepTemporary(new Date(Date.now() + 3_600_000))).toBe(0)
  })

  inPlace(titled('stores many files concurrently'), async () => {
    const works = Array.from({ length: cases({ normal: 3, deep: 8 }) }, (_, n) => ({
      key: `aa/work-${n}`,
      bytes: randomBytes(6_000_000),
    }))
    await Promise.all(works.map((work) => storage.write(work.key, inPieces(work.bytes), limit)))
    for (const work of works) {
      expect(sha256(await buffer((await storage.read(work.key)).content))).toBe(sha256(work.bytes))
    }
  })

  inPlace.each(['../passwd', 'ab/../../x', 'ab/', '/ab/x', 'tmp/x', 'ab/X'])(
    titled('rejects a name that leads elsewhere: %s'),
    async (name) => {
      await expect(storage.read(name)).rejects.toThrow('not a storage key')
      await expect(storage.write(name, Readable.from([]), limit)).rejects.toThrow('not a storage key')
      await expect(storage.remove(name)).rejects.toThrow('not a storage key')
    },
  )
})

const s3Note = s3Missing === null ? '' : ` (skipped: ${s3Missing})`

describe.skipIf(s3Missing !== null)(`a bucket that cannot be used${s3Note}`, () => {
  test('is reported at the start, with what to check', async () => {
    const config = await newBucket()
    await expect(openS3Storage({ ...config, bucket: 'not-there' }, longStoreLimits)).rejects.toThrow(
      /^The bucket not-there at http\S+ does not exist \(404 NoSuchBucket\). Check S3_BUCKET.$/,
    )
    await expect(openS3Storage({ ...config, secretAccessKey: 'wrong' }, longStoreLimits)).rejects.toThrow(
      /cannot be used \(403 SignatureDoesNotMatch\). Check S3_ACCESS_KEY_ID/,
    )
    await expect(openS3Storage({ ...config, endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(
      /can’t be reached. Check S3_ENDPOINT/,
    )
  })

  test('is not swept or listed outside its prefix', async () => {
    const config = await newBucket('ours/')
    const storage = await openS3Storage(config, longStoreLimits)
    await storage.write(key, inPieces(Buffer.from('ours')), limit)
    const { accessKeyId, secretAccessKey, region } = config
    const other = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
    for (const name of ['readme.txt', 'ours/notes.txt', 'ab/0123-theirs']) {
      await other.fetch(`${config.endpoint}/${config.bucket}/${name}`, { method: 'PUT', body: 'theirs' })
    }
    // Its prefix is as long as ours.
    await other.fetch(`${config.endpoint}/${config.bucket}/them/ab/0123?uploads`, { method: 'POST' })
    expect(await keysOf(storage)).toEqual([key])
    expect(await storage.sweepTemporary(new Date(Date.now() + 3_600_000))).toBe(0)
  })
})
