import { createSHA256, createSHA3, type IHasher } from 'hash-wasm'

/** Bytes to read at once: large enough to be fast, small enough for a phone's memory. */
const sliceBytes = 8 * 1024 * 1024

export interface HashingOptions {
  /** Called after each slice with the hashed share, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Computes the SHA-256 of a file of any size in slices, as lower-case hex.
 * @throws NotReadableError, NotFoundError if the file was moved, and the signal's reason
 */
export async function sha256OfBlob(blob: Blob, options?: HashingOptions): Promise<string> {
  return digestOf(blob, await createSHA256(), options)
}

/** The same for SHA3-256. */
export async function sha3OfBlob(blob: Blob): Promise<string> {
  return digestOf(blob, await createSHA3(256))
}

async function digestOf(
  blob: Blob,
  hasher: IHasher,
  { onProgress, signal }: HashingOptions = {},
): Promise<string> {
  for (let start = 0; start < blob.size; start += sliceBytes) {
    const slice = await blob.slice(start, start + sliceBytes).arrayBuffer()
    signal?.throwIfAborted()
    hasher.update(new Uint8Array(slice))
    onProgress?.(Math.min(1, (start + sliceBytes) / blob.size))
  }
  signal?.throwIfAborted()
  return hasher.digest()
}
