import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** The received file is wrong and was deleted. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
}

/** The server rejected the download; retrying does not help. */
export class RejectedFileError extends Error {
  override readonly name = 'RejectedFileError'
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
  /** The final path. Until the file is complete, its path ends in `.part`. */
  filePath: string
  /** The entity tag of the existing partial file; null starts over. */
  etag: string | null
  /** The SHA-256 of the ordered file in hex; null trusts the server's digest. */
  expectedSha256: string | null
  signal: AbortSignal
  /** Called with the response's headers, before anything is written. */
  onResponse(response: { etag: string | null; totalBytes: number | null }): void
  onProgress(receivedBytes: number): void
}

/** The end of a partial file's name. */
export const partEnding = '.part'

/** Returns the path of a partial file. */
export function partPath(filePath: string): string {
  return filePath + partEnding
}

/**
 * Downloads a file or the rest of it (`Range` with `If-Range`), verifies its hash, fsyncs it and then renames it. Uses
 * memory for one chunk. If interrupted, it leaves the partial file for the next attempt.
 * @throws DamagedFileError, RejectedFileError; other errors may be temporary
 */
export async function transferFile(input: TransferInput): Promise<void> {
  const { fetch, url, headers, filePath, signal, expectedSha256 } = input
  const part = partPath(filePath)
  const existingPart = input.etag === null ? null : await stat(part).catch(() => null)
  const existingBytes = existingPart?.size ?? 0
  const range = existingBytes > 0 &&
    input.etag !== null && { range: `bytes=${existingBytes}-`, 'if-range': input.etag }
  // Without compression, because a compressed part could not be resumed.
  const response = await fetch(url, {
    headers: { ...headers, 'accept-encoding': 'identity', ...range },
    signal,
  })
  if (response.status === 416) {
    await rm(part, { force: true })
    throw new Error('The partial file can’t be continued. The download starts over.')
  }
  if (response.status !== 200 && response.status !== 206) throw rejectionError(response.status)

  const announcedSha256 = readDigest(response)
  if (expectedSha256 !== null && announcedSha256 !== null && announcedSha256 !== expectedSha256) {
    await rm(part, { force: true })
    throw new DamagedFileError(
      'The server has a different file than the one that was ordered. The download was deleted.',
    )
  }
  // The transfer starts over if the file has changed or the server does not support ranges.
  const start = response.status === 206 ? existingBytes : 0
  // Deleted before the new tag is stored; otherwise old bytes would count as the start of the new file.
  if (start === 0) await rm(part, { force: true })
  else if (!response.headers.get('content-range')?.startsWith(`bytes ${existingBytes}-`)) {
    await rm(part, { force: true })
    throw new Error('The server sent the wrong part of the file. The download starts over.')
  }
  const contentLength = Number(response.headers.get('content-length') ?? Number.NaN)
  const totalBytes = Number.isFinite(contentLength) ? start + contentLength : null
  input.onResponse({ etag: response.headers.get('etag'), totalBytes })

  const hash = createHash('sha256')
  if (start > 0) for await (const chunk of createReadStream(part, { end: start - 1 })) hash.update(chunk)
  const receivedBytes = await writeRest(response, part, { start, hash, onProgress: input.onProgress })
  if (totalBytes !== null && receivedBytes !== totalBytes) throw new Error('The connection was lost.')
  const wantedSha256 = expectedSha256 ?? announcedSha256
  if (wantedSha256 !== null && hash.digest('hex') !== wantedSha256) {
    await rm(part, { force: true })
    throw new DamagedFileError('The file was damaged in transit or on the server. The download was deleted.')
  }
  await rename(part, filePath)
  await syncFolder(path.dirname(filePath))
}

async function writeRest(
  response: Response,
  part: string,
  { start, hash, onProgress }: { start: number; hash: Hash; onProgress: (receivedBytes: number) => void },
): Promise<number> {
  let position = start
  const handle = await open(part, 'a')
  try {
    for await (const chunk of response.body ?? []) {
      // Writes and hashes in parallel.
      const write = handle.appendFile(chunk)
      hash.update(chunk)
      await write
      position += chunk.length
      onProgress(position)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return position
}

/** Syncs the folder to the disk; otherwise the rename may not survive a crash. Windows neither allows nor needs this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Returns the SHA-256 of a `Repr-Digest: sha-256=:base64:` (RFC 9530) in hex; null without one. */
function readDigest(response: Response): string | null {
  const digest = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(
    response.headers.get('repr-digest') ?? '',
  )?.[1]
  return digest === undefined ? null : Buffer.from(digest, 'base64').toString('hex')
}

function rejectionError(status: number): Error {
  if (status === 401) return new RejectedFileError('You are logged out. Log in and resume the download.')
  if (status === 404) return new RejectedFileError('The file is no longer on the server.')
  if (status === 403) return new RejectedFileError('You are not allowed to download this file.')
  if (status < 500 && status !== 408 && status !== 429)
    return new RejectedFileError(`The server rejected the download (${status}).`)
  return new Error(`The server can’t send the file right now (${status}).`)
}
