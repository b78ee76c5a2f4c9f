import { rmSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type * as FsPromises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'

// What only a disk does: directories that are not durable yet, and files that are deleted while they are opened.

/** The flushed paths in order, and a hook that simulates a slow flush. */
const flushed: string[] = []
/** The sizes of all writes, in bytes. */
const written: number[] = []
let beforeFlush = async (_file: string): Promise<void> => {}

vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof FsPromises>()
  const open = async (...given: Parameters<typeof actual.open>) => {
    const handle = await actual.open(...given)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await beforeFlush(String(given[0]))
      await sync()
      flushed.push(String(given[0]))
    }
    handle.write = new Proxy(handle.write, {
      async apply(write, self, args) {
        const result = await Reflect.apply(write, self, args)
        written.push(result.bytesWritten)
        return result
      },
    })
    return handle
  }
  return { ...actual, open }
})

let folder: string
let files: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-disk-'))
  files = path.join(folder, 'files')
  flushed.length = 0
  written.length = 0
  beforeFlush = async () => {}
})
afterEach(() => rm(folder, { recursive: true }))

const work = () => Readable.from([Buffer.from('a work')])
const limit = { maxBytes: 100 }

describe('a stored file', () => {
  test('fsyncs the parent of a new prefix directory before reporting success, once', async () => {
    const storage = await openDiskStorage(files)
    expect(flushed).toEqual([folder])
    await storage.write('ab/first', work(), limit)
    expect(flushed).toContain(files)
    flushed.length = 0
    await storage.write('ab/second', work(), limit)
    expect(flushed).not.toContain(files)
  })

  test('fsyncs a prefix directory that another process created', async () => {
    let letGo = () => {}
    const slow = new Promise<void>((resolve) => (letGo = resolve))
    const first = await openDiskStorage(files)
    let waiting = 0
    beforeFlush = async (file) => {
      if (file !== files) return
      waiting += 1
      await slow
    }
    const promised: string[] = []
    const second = await openDiskStorage(files)
    const writes = [
      first.write('ab/a', work(), limit).then(() => promised.push('a')),
      first.write('ab/b', work(), limit).then(() => promised.push('b')),
      second.write('ab/c', work(), limit).then(() => promised.push('c')),
    ]
    await expect.poll(() => flushed.filter((file) => file.includes('/files/tmp/'))).toHaveLength(3)
    await expect.poll(() => waiting).toBe(3)
    expect(promised).toEqual([])
    letGo()
    await Promise.all(writes)
  })
})

describe('a file being written', () => {
  const kilobyte = 1024
  test.each([
    { count: 64, chunkBytes: 16 * kilobyte, writes: [256, 256, 256, 256] },
    { count: 5, chunkBytes: 100 * kilobyte, writes: [256, 244] },
    { count: 1, chunkBytes: 600 * kilobyte, writes: [256, 256, 88] },
  ])('takes $writes KB at once if $count chunks of $chunkBytes bytes arrive', async (given) => {
    const storage = await openDiskStorage(files)
    const chunks = Array.from({ length: given.count }, (_, index) => Buffer.alloc(given.chunkBytes, index))
    await storage.write('ab/work', Readable.from(chunks), { maxBytes: 1024 * kilobyte })
    expect(written).toEqual(given.writes.map((size) => size * kilobyte))
    const { content } = await storage.read('ab/work')
    expect((await buffer(content)).equals(Buffer.concat(chunks))).toBe(true)
  })
})

describe('a file being read', () => {
  test('is read to its end if it is deleted right after it was opened', async () => {
    const storage = await openDiskStorage(files)
    await storage.write('ab/work', work(), limit)
    const read = storage.read('ab/work').then((found) => {
      rmSync(path.join(files, 'ab/work'))
      return found
    })
    expect(String(await buffer((await read).content))).toBe('a work')
    await expect(storage.read('ab/work')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is neither reported as missing nor left out of the list if the disk cannot read it', async () => {
    const storage = await openDiskStorage(files)
    await storage.write('ab/work', work(), limit)
    await symlink('round', path.join(files, 'ab/round'))
    await writeFile(path.join(files, 'cd'), 'no folder')
    for (const key of ['ab/round', 'cd/work']) {
      await expect(storage.read(key)).rejects.toMatchObject({ code: 'unavailable' })
    }
    await rm(path.join(files, 'cd'))
    const list = async () => {
      for await (const { key } of storage.list()) expect(key).toBe('ab/work')
    }
    await expect(list()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
