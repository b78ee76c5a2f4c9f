import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import { AppError } from '@priormark/core/platform/errors'
import { maxFileSizeMessage } from '@priormark/core/platform/limits'
import { type FileStorage, type StoredFile, checkStorageKey, createFileHasher } from './file-storage.ts'

/** The size of a write, and the memory that a file in progress needs. Larger writes would not save processor time. */
const bufferBytes = 256 * 1024

/** Stores files in a folder: writes them under a temporary name, flushes them to disk, then renames them. */
export async function openDiskStorage(folder: string): Promise<FileStorage> {
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  await fsyncDirectory(path.dirname(folder))

  const pathOf = (key: string) => path.join(folder, checkStorageKey(key))
  const syncedDirectories = new Set<string>()

  /** Creates a prefix directory and fsyncs its parent, once per process: only our own fsync proves that it survives a crash. */
  async function makePrefixDirectory(directory: string): Promise<void> {
    await mkdir(directory, { recursive: true })
    if (syncedDirectories.has(directory)) return
    await fsyncDirectory(folder)
    syncedDirectories.add(directory)
  }

  return {
    check: () => access(temporary, constants.W_OK),

    async write(key, content, { maxBytes }) {
      const target = pathOf(key)
      const partialFile = path.join(temporary, randomUUID())
      try {
        const storedFile = await writePartialFile(partialFile, content, maxBytes)
        await makePrefixDirectory(path.dirname(target))
        await rename(partialFile, target)
        await fsyncDirectory(path.dirname(target))
        return storedFile
      } catch (error) {
        await rm(partialFile, { force: true })
        throw error
      }
    },

    async read(key, range) {
      // An open file can be read to its end even if it is deleted in the meantime.
      const handle = await nullIfNoFile(open(pathOf(key), 'r'))
      if (handle === null) throw new AppError('not_found', 'The file no longer exists')
      try {
        const { size } = await handle.stat()
        const part = range == null ? {} : { start: range.first, end: range.last }
        return { content: handle.createReadStream({ highWaterMark: bufferBytes, ...part }), bytes: size }
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list() {
      for (const directory of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(directory)) continue
        for (const name of await readdir(path.join(folder, directory))) {
          const info = await nullIfNoFile(stat(path.join(folder, directory, name)))
          if (info !== null) yield { key: `${directory}/${name}`, modifiedAt: info.mtime, bytes: info.size }
        }
      }
    },

    async freeBytes() {
      const { bavail, bsize } = await statfs(temporary)
      return bavail * bsize
    },

    async sweepTemporary(olderThan) {
      let removedCount = 0
      for (const name of await readdir(temporary)) {
        const file = path.join(temporary, name)
        const info = await nullIfNoFile(stat(file))
        if (info === null || info.mtime >= olderThan) continue
        await rm(file, { force: true })
        removedCount += 1
      }
      return removedCount
    },
  }
}

/** Awaits a file operation; returns null for a missing file. @throws AppError unavailable for any other error of the disk */
async function nullIfNoFile<Result>(operation: Promise<Result>): Promise<Result | null> {
  try {
    return await operation
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new AppError('unavailable', 'The file storage cannot be read', { cause })
  }
}

/**
 * Counts, hashes and writes in one pass, with a single buffer for a file of any size. Copies chunks into it, because chunks that
 * live until they are written reach the old generation of the heap, whose collection costs more than the copies.
 */
async function writePartialFile(file: string, content: Readable, maxBytes: number): Promise<StoredFile> {
  const hasher = createFileHasher()
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  let bytes = 0
  let bufferedBytes = 0
  const handle = await open(file, 'wx')

  async function flush(): Promise<void> {
    hasher.update(buffer.subarray(0, bufferedBytes))
    for (let offset = 0; offset < bufferedBytes;) {
      offset += (await handle.write(buffer, offset, bufferedBytes - offset)).bytesWritten
    }
    bufferedBytes = 0
  }

  async function bufferAndFlush(chunk: Buffer): Promise<void> {
    for (let offset = 0; offset < chunk.length;) {
      const copiedBytes = chunk.copy(buffer, bufferedBytes, offset)
      offset += copiedBytes
      bufferedBytes += copiedBytes
      if (bufferedBytes === bufferBytes) await flush()
    }
  }

  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) {
        done(new AppError('file_too_large', maxFileSizeMessage(maxBytes)))
      } else if (bufferedBytes + chunk.length < bufferBytes) {
        bufferedBytes += chunk.copy(buffer, bufferedBytes)
        done()
      } else {
        callbackify(bufferAndFlush)(chunk, (error) => done(error))
      }
    },
    final(done) {
      callbackify(flush)((error) => done(error))
    },
  })
  try {
    await pipeline(content, sink)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, ...hasher.digest() }
}

/** fsyncs a directory; otherwise a rename in it may not survive a crash. */
export async function fsyncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
