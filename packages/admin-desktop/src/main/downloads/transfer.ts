import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

/** What came is not the file that was asked for: nothing of it is kept. */
export class DamagedFileError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'DamagedFileError'
  }
}

/** The server refuses the file: asking again is no use until a person did something. */
export class RefusedFileError extends Error {
  readonly status: number
  constructor(status: number, sentence: string) {
    super(sentence)
    this.name = 'RefusedFileError'
    this.status = status
  }
}

/** The part of fetch() that a transfer uses. */
export type TransferFetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>

interface TransferInput {
  url: string
  headers: Record<string, string>
  fetch: TransferFetch
  /** The name the whole file gets. Until then it grows beside it, under this name and `.part`. */
  filePath: string
  /** The entity tag under which an earlier try got what is there already; null begins anew. */
  etag: string | null
  /** SHA-256 in hex of the file that was ordered; null trusts what the server says of it. */
  expectedSha256: string | null
  signal: AbortSignal
  /** Called as soon as the answer says what it is, before a byte of it is written. */
  onAnswer(answer: { etag: string | null; totalBytes: number | null }): void
  onProgress(receivedBytes: number): void
}

/** Where a file grows until it is whole and checked. */
export function partPath(filePath: string): string {
  return `${filePath}.part`
}

/**
 * Fetches a file, or the rest of it (`Range` with `If-Range`), hashes it, puts it on the disk, and gives it its name only
 * then. Memory stays at one chunk. Cut off or aborted, it leaves what came, to go on from.
 * @throws DamagedFileError, RefusedFileError; anything else may pass by itself
 */
export async function transferFile(input: TransferInput): Promise<void> {
  const { fetch, url, headers, filePath, signal, expectedSha256 } = input
  const part = partPath(filePath)
  const had = input.etag === null ? 0 : await sizeOf(part)
  const range: Record<string, string> =
    had > 0 && input.etag !== null ? { range: `bytes=${had}-`, 'if-range': input.etag } : {}
  // The bytes on the way are the bytes of the file: a compressed part could not be gone on with.
  const response = await fetch(url, {
    headers: { ...headers, 'accept-encoding': 'identity', ...range },
    signal,
  })
  if (response.status === 416) {
    await rm(part, { force: true })
    throw new Error('The server has another file by now. It is fetched anew.')
  }
  if (response.status !== 200 && response.status !== 206) throw refusal(response.status)

  const announced = announcedSha256(response)
  if (expectedSha256 !== null && announced !== null && announced !== expectedSha256) {
    await rm(part, { force: true })
    throw new DamagedFileError(
      'The server sent a different file from the one that was ordered. It was deleted.',
    )
  }
  // Another file by now, or a server without ranges: from the beginning.
  const start = response.status === 206 ? had : 0
  // Gone before the new tag is written down: old bytes would be taken for the beginning of the new file.
  if (start === 0) await rm(part, { force: true })
  else if (!response.headers.get('content-range')?.startsWith(`bytes ${had}-`)) {
    await rm(part, { force: true })
    throw new Error('The server sent another part than was asked for. It is fetched anew.')
  }
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const totalBytes = Number.isFinite(length) ? start + length : null
  input.onAnswer({ etag: response.headers.get('etag'), totalBytes })

  const hash = createHash('sha256')
  if (start > 0) await hashBeginning(hash, part, start)
  const receivedBytes = await writeRest(response, part, { start, hash, onProgress: input.onProgress })
  if (totalBytes !== null && receivedBytes !== totalBytes) throw new Error('The connection was cut off.')
  const wanted = expectedSha256 ?? announced
  if (wanted !== null && hash.digest('hex') !== wanted) {
    await rm(part, { force: true })
    throw new DamagedFileError('The file was damaged during the download or on the server. It was deleted.')
  }
  await rename(part, filePath)
  await syncFolder(path.dirname(filePath))
}

async function sizeOf(file: string): Promise<number> {
  const info = await stat(file).catch(() => null)
  return info?.size ?? 0
}

async function hashBeginning(hash: Hash, part: string, bytes: number): Promise<void> {
  for await (const chunk of createReadStream(part, { end: bytes - 1 })) hash.update(chunk)
}

async function writeRest(
  response: Response,
  part: string,
  { start, hash, onProgress }: { start: number; hash: Hash; onProgress: (receivedBytes: number) => void },
): Promise<number> {
  let at = start
  const handle = await open(part, start > 0 ? 'r+' : 'w')
  try {
    // What an earlier try wrote past the point that it knew of is written over, and never left behind the end.
    await handle.truncate(start)
    for await (const chunk of response.body ?? []) {
      // The disk takes it while it is hashed.
      const writing = writeAt(handle, chunk, at)
      hash.update(chunk)
      await writing
      at += chunk.length
      onProgress(at)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return at
}

async function writeAt(handle: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, offset, chunk.length - offset, at + offset)
    offset += bytesWritten
  }
}

/** A rename is on the disk when its folder is; Windows cannot open folders, and needs not to. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** `Repr-Digest: sha-256=:base64:` (RFC 9530) in hex. */
function announcedSha256(response: Response): string | null {
  const digest = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(
    response.headers.get('repr-digest') ?? '',
  )?.[1]
  return digest === undefined ? null : Buffer.from(digest, 'base64').toString('hex')
}

function refusal(status: number): Error {
  if (status === 401)
    return new RefusedFileError(status, 'You’re logged out. Log in and resume the download.')
  if (status === 404) return new RefusedFileError(status, 'The file is no longer on the server.')
  if (status === 403) return new RefusedFileError(status, 'You don’t have access to this file.')
  if (status < 500 && status !== 408 && status !== 429)
    return new RefusedFileError(status, `The server rejected the download (${status}).`)
  return new Error(`The server is not ready (${status}).`)
}
