import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { startLocalServer } from '@priormark/core/testing/local-server'
import { cases } from '@priormark/core/testing/depth'
import Koa from 'koa'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chainPages } from '../../embedded-chain/chain-pages.ts'
import { chainRpc } from '../../embedded-chain/chain-rpc.ts'
import { readChainState } from '../../embedded-chain/chain-state.ts'
import { splitData } from '../../embedded-chain/chain-transaction.ts'
import { findAnvil } from '../../embedded-chain/find-anvil.ts'
import { startEmbeddedChain, type EmbeddedChain } from '../../embedded-chain/start-embedded-chain.ts'
import { Anchor } from '../../src/proofs/leaves/batch-entities.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openPort, sealRoot } from '../../testing/evm-stand.ts'
import { silentLog } from '../../testing/silent-log.ts'

const soon = { timeout: 120_000, interval: 50 }
const publicUrl = 'http://localhost:3000'
const cleanups: (() => Promise<unknown>)[] = []
let folder: string
let stateFile: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-chain-'))
  stateFile = path.join(folder, 'embedded-chain.json')
})

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedChain> {
  const chain = await startEmbeddedChain({ stateFile, publicUrl, log: silentLog, restartDelayMs: 0 })
  if ('missing' in chain) throw new Error(chain.missing)
  cleanups.push(() => chain.close())
  return chain
}

async function openDatabase(): Promise<Database> {
  const database = await openTestDatabase()
  cleanups.push(() => database.close())
  return database
}

/** Records a root until it is final. Returns the row. */
async function record(database: Database, { config }: EmbeddedChain): Promise<Anchor> {
  const { id } = await sealRoot(database)
  const port = openPort(database, config, { outageToleranceMs: 3_600_000 })
  const read = () => database.fork().findOneOrFail(Anchor, id, { populate: ['batch'] })
  await expect
    .poll(async () => {
      await port.advance()
      return (await read()).state
    }, soon)
    .toBe('final')
  return read()
}

/** Serves the chain's pages as the server does, and reads one. */
async function readPage({ middleware }: Pick<EmbeddedChain, 'middleware'>, address: string) {
  const app = new Koa()
  app.use(middleware)
  app.use((ctx) => void (ctx.body = 'the site'))
  const reply = app.callback()
  const { url, close } = await startLocalServer((request, response) => void reply(request, response))
  const response = await fetch(url + new URL(address, publicUrl).pathname)
  const page = { status: response.status, headers: response.headers, text: await response.text() }
  await close()
  return page
}

const isRunning = (id: number) => {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}

test('blocks are mined automatically until a root is final, and its page shows it in parts', async () => {
  const chain = await start()
  const anchor = await record(await openDatabase(), chain)
  const { evidence, link } = anchor
  if (evidence?.kind !== 'evm' || link == null) throw new Error('there is no evidence')
  expect(link).toBe(`${publicUrl}/__chain/tx/${evidence.transactionHash}`)
  expect(chain.config.isTestChain).toBe(true)

  const page = await readPage(chain, link)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
  expect(page.text).toContain(`Recorded in block ${evidence.blockNumber}`)
  expect(page.text).toContain('The block is final.')
  for (const part of [
    evidence.transactionHash,
    evidence.blockHash,
    '7072696f726d61726b',
    '01',
    anchor.batch.root,
  ]) {
    expect(page.text).toContain(`<code>${part}</code>`)
  }
  expect(page.text).toContain(`<time datetime="${new Date(evidence.blockTime * 1000).toISOString()}">`)
  expect(page.text).toContain('It runs only on this machine, and proves nothing to others.')
  expect(page.text).not.toMatch(/<script|style=/)
})

test('responds 404 for an unknown transaction, and leaves other paths to the site', async () => {
  const chain = await start()
  const unknown = await readPage(chain, `/__chain/tx/0x${'a'.repeat(64)}`)
  expect(unknown.status).toBe(404)
  expect(unknown.text).toContain('Not on this chain')
  expect((await readPage(chain, '/__chain/tx/%3Cscript%3E')).status).toBe(404)
  const css = await readPage(chain, '/__chain/chain.css')
  expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect((await readPage(chain, '/')).text).toBe('the site')
})

test('the pages report that the chain does not respond', async () => {
  const middleware = chainPages(chainRpc('http://127.0.0.1:1'), 1)
  const page = await readPage({ middleware }, `/__chain/tx/0x${'a'.repeat(64)}`)
  expect(page.status).toBe(503)
  expect(page.text).toContain('The test chain is not responding')
})

test('other data is shown unchanged', () => {
  expect(splitData('c0ffee')).toEqual({ kind: 'other', data: 'c0ffee' })
  const root = 'ab'.repeat(32)
  expect(splitData(`7072696f726d61726b01${root}`)).toEqual({
    kind: 'root',
    tag: '7072696f726d61726b',
    version: '01',
    root,
  })
  expect(splitData(`7072696f726d61726b01${root}00`).kind).toBe('other')
})

test('a restarted chain knows its transactions and blocks, and continues', async () => {
  const database = await openDatabase()
  const first = await start()
  const before = await record(database, first)
  await first.close()
  const second = await start()
  expect(second.config.chainId).toBe(first.config.chainId)
  const page = await readPage(second, before.link ?? '')
  expect(page.text).toContain(before.evidence?.kind === 'evm' ? before.evidence.blockHash : 'nothing')
  const after = await record(database, second)
  expect(after.state).toBe('final')
})

test('a chain that is killed repeatedly is restarted each time, and loses nothing final', async () => {
  const database = await openDatabase()
  const chain = await start()
  const rpc = chainRpc(chain.config.rpcUrls[0] ?? '')
  const port = openPort(database, chain.config, { outageToleranceMs: 3_600_000 })
  const finals = async () =>
    (await database.fork().find(Anchor, { state: 'final' })).map(({ link }) => link ?? '')
  // The transaction is waiting or final; in a deep run also anywhere in between.
  const moments = cases<('waiting' | 'final' | number)[]>({
    normal: ['waiting', 'final'],
    deep: ['waiting', 'final', ...Array.from({ length: 20 }, (_, turn) => turn * 40)],
  })
  for (const [kill, moment] of moments.entries()) {
    await sealRoot(database)
    const wanted = (await finals()).length + 1
    await port.advance()
    if (moment === 'final') {
      await expect
        .poll(async () => {
          await port.advance()
          return (await finals()).length
        }, soon)
        .toBeGreaterThanOrEqual(wanted)
    } else if (moment !== 'waiting') await wait(moment)
    await port.advance()
    const firstFinals = await finals()
    const { anvil, watchdog } = chain.processIds()
    process.kill(kill % 2 === 0 ? anvil : watchdog, 'SIGKILL')
    await expect.poll(() => isRunning(anvil) || isRunning(watchdog), soon).toBe(false)
    await expect.poll(() => rpc(v.string(), 'eth_chainId').catch(() => null), soon).not.toBeNull()
    for (const link of firstFinals) expect((await readPage(chain, link)).text).toContain('Recorded in block')
  }
  await expect
    .poll(async () => {
      await port.advance()
      return database.fork().count(Anchor, { state: 'final' })
    }, soon)
    .toBe(moments.length)
  // A block saved just before a kill gets its following blocks once the chain runs again, which may take a moment.
  for (const link of await finals()) {
    await expect.poll(async () => (await readPage(chain, link)).text, soon).toContain('The block is final.')
  }
})

test('a chain does not outlive a killed server, and the next server has everything final', async () => {
  const program = path.join(import.meta.dirname, '../../testing/processes/run-chain.ts')
  const child = spawn(process.execPath, [program, stateFile], { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('\n')) resolve(output)
    })
  })
  const Started = v.object({ url: v.string(), chainId: v.number(), ids: v.array(v.number()) })
  const { url, chainId, ids } = v.parse(Started, JSON.parse(line))
  expect(ids.map(isRunning)).toEqual([true, true])
  const rpc = chainRpc(url)
  const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const hash = await rpc(v.string(), 'eth_sendTransaction', { from: account, to: account })
  const Final = v.object({ number: v.pipe(v.string(), v.transform(Number)) })
  await expect
    .poll(async () => (await rpc(Final, 'eth_getBlockByNumber', 'finalized', false)).number, soon)
    .toBeGreaterThan(0)

  child.kill('SIGKILL')
  await expect.poll(() => ids.map(isRunning), soon).toEqual([false, false])
  const chain = await start()
  expect(chain.config.chainId).toBe(chainId)
  expect((await readPage(chain, `/__chain/tx/${hash}`)).status).toBe(200)
})

test('rejects a second server on the same file while the first one is running', async () => {
  const chain = await start()
  // As another process would see it: our process, which is alive, under a different number.
  const saved = v.parse(v.looseObject({}), JSON.parse(await readFile(stateFile, 'utf8')))
  await writeFile(stateFile, JSON.stringify({ ...saved, owner: process.ppid }))
  await expect(startEmbeddedChain({ stateFile, publicUrl, log: silentLog })).rejects.toThrow(
    `is already run by process ${process.ppid}`,
  )
  await chain.close()
})

test('names a damaged file and does not change it', async () => {
  await writeFile(stateFile, '{"format":1')
  await expect(startEmbeddedChain({ stateFile, publicUrl, log: silentLog })).rejects.toThrow(
    'is not a saved test chain. Move it away',
  )
  expect(await readFile(stateFile, 'utf8')).toBe('{"format":1')
})

test('starts a new chain if the file was deleted', async () => {
  const first = await start()
  await first.close()
  await rm(stateFile)
  const ids = new Set([first.config.chainId])
  for (let times = 0; times < 3; times += 1) ids.add(readChainState(stateFile).chainId)
  expect(ids.size).toBeGreaterThan(1)
  for (const id of ids) expect(String(id)).toMatch(/^31337\d{5}$/)
})

test('reports that anvil is missing', async () => {
  expect(findAnvil('plan9', 'mips')).toBeNull()
  expect(findAnvil()).toMatch(/anvil(\.exe)?$/)
  const chain = await startEmbeddedChain({ stateFile, publicUrl, log: silentLog, program: null })
  expect('missing' in chain ? chain.missing : '').toContain('There is no test chain for this machine')
})

test('is rejected in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startEmbeddedChain({ stateFile, publicUrl, log: silentLog })).rejects.toThrow(
    'not allowed when NODE_ENV is production',
  )
})
