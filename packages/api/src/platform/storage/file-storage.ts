import type { Readable } from 'node:stream'
import { nullIfNotFound } from '../not-found.ts'
import { createHash, randomUUID } from 'node:crypto'

/** A part of a file: its first and its last byte, counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/** The hashes of a file in lower-case hex, computed while it was received. */
interface FileHashes {
  sha256: string
  /** SHA3-256. */
  sha3: string
}

export interface StoredFile extends FileHashes {
  bytes: number
}

/** Hashes a file chunk by chunk. */
export function createFileHasher(): { update(chunk: Buffer): void; digest(): FileHashes } {
  const sha256 = createHash('sha256')
  const sha3 = createHash('sha3-256')
  return {
    update(chunk) {
      sha256.update(chunk)
      sha3.update(chunk)
    },
    digest: () => ({ sha256: sha256.digest('hex'), sha3: sha3.digest('hex') }),
  }
}

/** Stores all files: on a disk, or in an object store that several machines share. */
export interface FileStorage {
  /** Checks that the storage is available and that this process may use it. @throws Error if it is missing or does not respond */
  check(): Promise<void>
  /**
   * Stores a whole stream. Once the promise resolves, the complete file is durable under `key`. If it rejects (too large,
   * interrupted, no space), nothing is stored under `key`; leftovers that could not be deleted are swept later.
   * @throws AppError file_too_large above `maxBytes`; any error of the stream or the disk
   */
  write(key: string, content: Readable, options: { maxBytes: number }): Promise<StoredFile>
  /**
   * Opens a file or a part of it. `bytes` is the size of the whole file. `signal` aborts waiting for a store that does not
   * respond.
   * @throws AppError not_found; unavailable if the store does not respond, in which case the file may exist
   */
  read(
    key: string,
    range?: ByteRange | null,
    signal?: AbortSignal,
  ): Promise<{ content: Readable; bytes: number }>
  /** Deletes a file. A missing file is not an error. */
  remove(key: string): Promise<void>
  /** Lists all complete files. */
  list(): AsyncIterable<{ key: string; modifiedAt: Date; bytes: number }>
  /** Returns the free space in bytes; null if it is unlimited. */
  freeBytes(): Promise<number | null>
  /** Deletes the incomplete files of killed processes. @returns how many */
  sweepTemporary(olderThan: Date): Promise<number>
}

/** Whether the storage has a file. @throws every error of the storage except a missing file */
export async function fileExists(storage: FileStorage, key: string, signal?: AbortSignal): Promise<boolean> {
  const file = await nullIfNotFound(storage.read(key, null, signal))
  file?.content.on('error', () => {}).destroy()
  return file !== null
}

const keyPattern = /^[0-9a-f]{2}\/[0-9a-z-]{1,100}$/

/** Two hex digits, a slash, a name, so that no key leads out of its folder or bucket. */
export function isStorageKey(key: string): boolean {
  return keyPattern.test(key)
}

/** Makes a key for a new file. */
export function newStorageKey(): string {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id}`
}

/** @throws Error for an invalid key, which is a programming error */
export function checkStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key}`)
  return key
}
