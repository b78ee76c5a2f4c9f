import type { Readable } from 'node:stream'

/** A part of a file: both ends counted from 0, and both in it. */
export interface ByteRange {
  first: number
  last: number
}

/** A file that was taken in. */
export interface StoredFile {
  bytes: number
  /** SHA-256 in lower-case hex, computed as the bytes went by. */
  sha256: string
}

/** Where all files are kept: a disk, or an object store that several machines share. */
export interface FileStorage {
  /** Looks whether the place is there and lets this user in. @throws Error where the folder or the bucket is gone or does not answer */
  check(): Promise<void>
  /**
   * Takes a stream to its end. The file is there under `key` when the promise resolves, whole and on the disk; where it
   * rejects (too large, cut off, no room), nothing is left under `key`; what a store could not be told is swept later.
   * @throws AppError file_too_large past `maxBytes`; whatever the stream or the disk failed with
   */
  write(key: string, content: Readable, options: { maxBytes: number }): Promise<StoredFile>
  /**
   * Opens a file, or a part of it. `bytes` is the size of the whole. `signal` gives a store up that does not answer.
   * @throws AppError not_found; unavailable where the store does not answer, which says nothing of the file
   */
  read(
    key: string,
    range?: ByteRange | null,
    signal?: AbortSignal,
  ): Promise<{ content: Readable; bytes: number }>
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** Every whole file. */
  list(): AsyncIterable<{ key: string; modifiedAt: Date; bytes: number }>
  /** Returns how much room is left, in bytes; null when it is not limited. */
  freeBytes(): Promise<number | null>
  /** Removes what writing left behind when the process was killed. @returns how many files. */
  sweepTemporary(olderThan: Date): Promise<number>
}
