import { createSHA3 } from 'hash-wasm'

/** Bytes to read at once. */
const sliceBytes = 8 * 1024 * 1024

/** Computes the SHA3-256 of a file of any size in slices, as lower-case hex. @throws if the file cannot be read anymore */
export async function sha3OfBlob(blob: Blob): Promise<string> {
  const hasher = await createSHA3(256)
  for (let start = 0; start < blob.size; start += sliceBytes)
    hasher.update(new Uint8Array(await blob.slice(start, start + sliceBytes).arrayBuffer()))
  return hasher.digest()
}
