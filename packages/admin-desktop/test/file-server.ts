import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { startLocalServer } from '@priormark/core/testing/local-server'

/** A server with one file, whose failures a test sets. */
export interface FileServer {
  url: string
  content: Buffer
  readonly sha256: string
  /** The `Range` header of every request, '' for none. */
  ranges: string[]
  /** Stops a response after this many bytes and keeps the connection open. */
  holdAfterBytes: number | null
  /** Flips a bit in the response. */
  isDamaging: boolean
  /** Responds with this status and no body. */
  status: number | null
  /** Sends no sizes, digests, entity tags or ranges. */
  isPlain: boolean
  /** Drops every open connection. */
  cut(): void
  close(): Promise<void>
}

export async function startFileServer(): Promise<FileServer> {
  const open = new Set<ServerResponse>()
  const { url, close } = await startLocalServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    files.ranges.push(request.headers.range ?? '')
    if (files.status !== null) {
      response.writeHead(files.status).end()
      return
    }
    const tag = `"${files.sha256}"`
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
    const isPart = asked !== undefined && request.headers['if-range'] === tag && !files.isPlain
    const first = isPart ? Number(asked) : 0
    const part = Buffer.from(files.content.subarray(first))
    if (files.isDamaging) part.writeUInt8(part.readUInt8(0) ^ 1, 0)
    const described = {
      etag: tag,
      'content-length': part.length,
      'accept-ranges': 'bytes',
      'repr-digest': `sha-256=:${Buffer.from(files.sha256, 'hex').toString('base64')}:`,
    }
    response.writeHead(isPart ? 206 : 200, {
      ...(files.isPlain ? {} : described),
      ...(isPart
        ? { 'content-range': `bytes ${first}-${files.content.length - 1}/${files.content.length}` }
        : {}),
    })
    const held = files.holdAfterBytes
    if (held === null) response.end(part)
    else response.write(part.subarray(0, held))
  })
  const files: FileServer = {
    url: `${url}/work.bin`,
    content: randomBytes(3_000_000),
    get sha256() {
      return createHash('sha256').update(files.content).digest('hex')
    },
    ranges: [],
    holdAfterBytes: null,
    isDamaging: false,
    status: null,
    isPlain: false,
    cut() {
      for (const response of open) response.destroy()
    },
    close,
  }
  return files
}
