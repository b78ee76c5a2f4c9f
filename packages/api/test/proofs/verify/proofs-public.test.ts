import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyPublicProof } from '@priormark/core/proofs/proof/public-proof'
import { sha256 } from '../../../src/platform/sha256.ts'
import { startTestApp, unknownId } from '../../../testing/test-app.ts'
import { details, newVisitor, refusal } from '../../../testing/visitor.ts'
import {
  bitcoinBlockTime,
  erase,
  evmBlockTime,
  paidOrder,
  progress,
  seal,
  type PaidOrder,
} from '../proofs-fixtures.ts'

const app = await startTestApp()
// All requests have the same address, so the rate limit is reset for each test.
beforeEach(() => app.database.fork().execute('delete from rate_limit'))
afterAll(() => app.close())

const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** See evm-chains.ts. */
const ethereumMargin = 900
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const fromElsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }

/** A program on another site. */
const stranger = () => newVisitor(app, fromElsewhere)
const read = ({ proofId }: Pick<PaidOrder, 'proofId'>) =>
  stranger().api.proofs.read({ params: { id: proofId } })
const lookUp = (file: Uint8Array) => stranger().api.proofs.lookUp({ query: { sha256: hex(file) } })

describe('a public proof', () => {
  test('follows its anchors, with the time of the earliest block', async () => {
    const order = await paidOrder(app)
    await paidOrder(app)
    expect(await read(order)).toMatchObject({ state: 'waiting', path: null, root: null, anchors: [] })
    expect(await lookUp(order.file)).toMatchObject({
      found: true,
      state: 'waiting',
      existedNoLaterThan: null,
    })
    const root = await seal(app, ['evm', 'opentimestamps'])
    expect(await read(order)).toMatchObject({ state: 'queued', root, existedNoLaterThan: null })
    await progress(app, root, 'opentimestamps', 'included')
    // Until later blocks confirm it, a Bitcoin block may be two hours slow.
    const existedNoLaterThan = iso(bitcoinBlockTime + 7_200)
    expect(await read(order)).toMatchObject({ state: 'included', existedNoLaterThan })
    await progress(app, root, 'evm', 'final')
    const proof = await read(order)
    expect(proof).toMatchObject({ state: 'final', existedNoLaterThan: iso(evmBlockTime + ethereumMargin) })
    expect(proof.anchors.map(({ kind }) => kind)).toEqual(['evm', 'opentimestamps'])
    expect(await lookUp(order.file)).toEqual({
      sha256: hex(order.file),
      found: true,
      state: 'final',
      existedNoLaterThan: iso(evmBlockTime + ethereumMargin),
      isOnTestChain: false,
    })
    expect(verifyPublicProof(proof, hex(order.file), { sha256 })).toMatchObject({
      holds: true,
      remaining: [{ kind: 'evm' }, { kind: 'opentimestamps' }],
    })
    const changed = hex(Uint8Array.from([...order.file, 0]))
    expect(verifyPublicProof(proof, changed, { sha256 }).holds).toBe(false)
  })

  test('loses its time if its block is replaced', async () => {
    const order = await paidOrder(app)
    const root = await seal(app, ['evm'])
    await progress(app, root, 'evm', 'included')
    expect((await read(order)).existedNoLaterThan).toBe(iso(evmBlockTime + ethereumMargin))
    await progress(app, root, 'evm', 'submitted')
    expect(await read(order)).toMatchObject({ state: 'submitted', existedNoLaterThan: null })
  })

  test('marks a public test network as a test, and dates nothing by an unknown chain', async () => {
    const onSepolia = await paidOrder(app)
    await progress(app, await seal(app, ['evm']), 'evm', 'final', { chainId: 11_155_111 })
    expect(await read(onSepolia)).toMatchObject({ state: 'final', isOnTestChain: true })
    const unknown = await paidOrder(app)
    await progress(app, await seal(app, ['evm']), 'evm', 'final', { chainId: 424_242 })
    expect(await read(unknown)).toMatchObject({
      state: 'final',
      existedNoLaterThan: null,
      isOnTestChain: false,
    })
  })

  test('marks a test chain as a test, and ignores it once there is a real block', async () => {
    const content = 'first on a test chain, then on another'
    const tried = await paidOrder(app, { content })
    await progress(app, await seal(app, ['evm']), 'evm', 'final', { chainId: 31337 })
    const onTestChain = { state: 'final', existedNoLaterThan: iso(evmBlockTime), isOnTestChain: true }
    expect(await read(tried)).toMatchObject(onTestChain)
    expect(await lookUp(tried.file)).toMatchObject(onTestChain)
    const meant = await paidOrder(app, { content })
    const root = await seal(app, ['opentimestamps'])
    expect(await lookUp(tried.file)).toMatchObject(onTestChain)
    await progress(app, root, 'opentimestamps', 'included')
    const real = {
      state: 'included',
      existedNoLaterThan: iso(bitcoinBlockTime + 7_200),
      isOnTestChain: false,
    }
    expect(await read(meant)).toMatchObject(real)
    expect(await lookUp(meant.file)).toMatchObject(real)
  })

  test('contains no person, work, record or salt', async () => {
    const order = await paidOrder(app, { fileName: 'secret-song.wav' })
    await seal(app, ['manual'])
    const proof = await (await newVisitor(app).fetch(`/api/orders/${order.key}/proof.json`)).text()
    const [, salt = 'no salt'] = /"salt": "(\w{64})"/.exec(proof) ?? []
    expect(salt).toHaveLength(64)
    const responses = await Promise.all(
      [
        `/api/proofs/${order.proofId}`,
        `/api/proofs?sha256=${hex(order.file)}`,
        `/badge/${order.proofId}.svg`,
      ].map(async (path) => {
        const response = await stranger().fetch(path)
        return `${JSON.stringify([...response.headers])} ${await response.text()}`
      }),
    )
    const { terms: _, ...texts } = details
    for (const secret of [...Object.values(texts), 'secret-song', salt, order.id, order.key]) {
      for (const answer of responses) expect(answer).not.toContain(secret)
    }
  })

  test('can be read from any site, including errors, and sets no cookie', async () => {
    const order = await paidOrder(app)
    for (const [path, status] of [
      [`/api/proofs/${order.proofId}`, 200],
      [`/api/proofs/${unknownId}`, 404],
      ['/api/proofs/x', 404],
      ['/api/proofs?sha256=x', 400],
      [`/badge/${order.proofId}.svg`, 200],
      ['/api/openapi.json', 200],
    ] as const) {
      const { headers, status: actual } = await stranger().fetch(path)
      expect({ path, actual }).toEqual({ path, actual: status })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('set-cookie')).toBeNull()
    }
    for (const path of [`/api/orders/${order.key}/proof.json`, '/api/service-price', '/api/my-order']) {
      const { headers } = await stranger().fetch(path)
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('can be cached once it is final', async () => {
    const order = await paidOrder(app)
    const root = await seal(app, ['evm'])
    const keeping = async (path: string) => (await stranger().fetch(path)).headers.get('cache-control')
    const paths = [`/api/proofs/${order.proofId}`, `/api/proofs?sha256=${hex(order.file)}`]
    expect(await Promise.all(paths.map(keeping))).toEqual(['no-store', 'no-store'])
    await progress(app, root, 'evm', 'included')
    expect(await Promise.all(paths.map(keeping))).toEqual(['no-store', 'no-store'])
    await progress(app, root, 'evm', 'final')
    expect(await Promise.all(paths.map(keeping))).toEqual(Array(2).fill('public, max-age=3600'))
  })

  test('is not found after it was erased, while the others in its batch are', async () => {
    const content = 'the same file, twice'
    const [gone, stays] = [await paidOrder(app, { content }), await paidOrder(app, { content })]
    const alone = await paidOrder(app)
    await seal(app, ['manual'])
    await erase(app, gone)
    await erase(app, alone)
    expect(await refusal(read(gone))).toMatchObject({ status: 404 })
    expect((await stranger().fetch(`/badge/${gone.proofId}.svg`)).status).toBe(404)
    expect(await lookUp(stays.file)).toMatchObject({ found: true })
    expect(await lookUp(alone.file)).toMatchObject({ found: false, state: null, existedNoLaterThan: null })
    const proof = await read(stays)
    expect(verifyPublicProof(proof, hex(stays.file), { sha256 })).toMatchObject({ holds: true })
  })

  test('is not found if unknown; a fingerprint in capitals is invalid', async () => {
    expect(await lookUp(new Uint8Array([1, 2, 3]))).toMatchObject({ found: false, state: null })
    const capitals = 'AB'.repeat(32)
    const call = stranger().api.proofs.lookUp({ query: { sha256: capitals } })
    expect(await refusal(call)).toMatchObject({ status: 400, code: 'invalid_input' })
  })

  test('has a rate limit per address', async () => {
    const one = stranger()
    const ask = () => refusalStatus(one.api.proofs.lookUp({ query: { sha256: 'ab'.repeat(32) } }))
    const statuses = await Promise.all(Array.from({ length: 125 }, ask))
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    await app.database.fork().execute("update rate_limit set window_ends_at = now() - interval '1 second'")
    expect(await ask()).toBe(200)
  })
})

async function refusalStatus(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (error: { status: number }) => error.status,
  )
}
