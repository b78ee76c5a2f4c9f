import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startChild, type Child } from './child.ts'

const baselines = path.resolve(import.meta.dirname, 'baselines')

/** What browsers say of themselves that matters here. */
export const asBrowser = { 'accept-encoding': 'gzip, deflate, br' }

/** An answer as it is on the wire. */
export interface RawAnswer {
  status: number
  headers: [string, string][]
  body: Buffer
}

/** Starts plain servers that give an answer again, byte by byte: 'node-page' is Node alone, 'koa-page' koa alone. */
export async function startCopies(
  { headers, body }: RawAnswer,
  names: readonly ('node-page' | 'koa-page')[],
): Promise<{ copies: Child[]; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-page-'))
  const file = path.join(folder, 'answer.json')
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

/** Reads an answer as a browser would get it: fetch() would have unpacked it. */
export function readRaw(url: string): Promise<RawAnswer> {
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

/** A page as the server keeps it: compressed as far as can be, which it sees to when it is asked for again. */
export async function readKept(url: string): Promise<RawAnswer> {
  for (let times = 0; times < 100; times += 1) {
    const answer = await readRaw(url)
    const etag = answer.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? ''
    if (etag.endsWith('-br11"')) return answer
    await setTimeout(50)
  }
  throw new Error(`${url} is not kept in its smallest form`)
}
