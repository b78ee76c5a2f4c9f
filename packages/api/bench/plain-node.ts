import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startChild, type Child } from './child.ts'

const baselines = path.resolve(import.meta.dirname, 'baselines')

/** The relevant headers of browsers. */
export const asBrowser = { 'accept-encoding': 'gzip, deflate, br' }

/** A response as sent over the network. */
export interface RawResponse {
  status: number
  headers: [string, string][]
  body: Buffer
}

/** Starts plain servers that send a recorded response: 'node-page' is plain Node, 'koa-page' plain Koa. */
export async function startCopies(
  { headers, body }: RawResponse,
  names: readonly ('node-page' | 'koa-page')[],
): Promise<{ copies: Child[]; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-page-'))
  const file = path.join(folder, 'reply.json')
  const own = new Set(['date', 'connection', 'keep-alive', 'content-length'])
  const kept = headers.filter(([name]) => !own.has(name.toLowerCase()))
  kept.push(['Content-Length', String(body.length)])
  writeFileSync(file, JSON.stringify({ headers: kept, body: body.toString('base64') }))
  const copies: Child[] = []
  for (const name of names) copies.push(await startChild(path.join(baselines, `${name}.ts`), [file]))
  return {
    copies,
    async stop() {
      for (const copy of copies) await copy.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Reads a response without decompressing it, which fetch() would do. */
export function readRaw(url: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    request(url, { headers: asBrowser }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const names = response.rawHeaders.filter((_, index) => index % 2 === 0)
        const headers = names.map((name, index): [string, string] => [
          name,
          response.rawHeaders[index * 2 + 1] ?? '',
        ])
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) })
      })
    })
      .once('error', reject)
      .end()
  })
}

/** Reads a page in its cached form. The strongest compression follows its second request. */
export async function readCached(url: string): Promise<RawResponse> {
  for (let times = 0; times < 100; times += 1) {
    const reply = await readRaw(url)
    const etag = reply.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? ''
    if (etag.endsWith('-br11"')) return reply
    await setTimeout(50)
  }
  throw new Error(`${url} is not cached in its smallest form`)
}
