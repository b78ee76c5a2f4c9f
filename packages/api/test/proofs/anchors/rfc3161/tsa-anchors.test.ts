import { concatBytes } from '@priormark/core/proofs/proof/bytes'
import { only, valuesIn } from '@priormark/core/proofs/proof-v2/tsp/der'
import { expect, test } from 'vitest'
import { readTimestamps, readTokens } from '../../../../src/proofs/anchors/rfc3161/tsa-repository.ts'
import { checkReceivedToken } from '../../../../src/proofs/anchors/rfc3161/token-check.ts'
import { dyingDatabase } from '../../../../testing/dying-database.ts'
import { respondWithBytes, respondWithStatus } from '../../../../testing/http-stand-in.ts'
import { useTsaShop, rootOf } from './tsa-fixtures.ts'

const shop = await useTsaShop()
const [first, second] = shop.authorities

test('has a root signed, and completes no order with it', async () => {
  const { anchorId, orderId } = await shop.seal()
  await shop.port.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final', stuckReason: null, link: null })
  expect(first.queries).toHaveLength(1)
  expect(second.queries).toHaveLength(0)
  const [token] = await shop.tokens(anchorId)
  expect(token).toMatchObject({ attempts: 1, failures: 0, nextAttemptAt: null, isRevoked: false })
  const [order] = await shop.database.fork().execute('select status from orders where id = ?', [orderId])
  expect(order).toEqual({ status: 'paid' })
  expect(await readTimestamps(shop.database.fork(), shop.config, new Date())).toMatchObject({
    requestsToday: 1,
    requestsPerDay: 100,
    authorities: [
      { host: new URL(first.url).host, newest: { certificateEndsAt: token?.validUntil?.toISOString() } },
      { host: new URL(second.url).host, newest: null },
    ],
  })
})

test('asks an authority that refuses again after 1, 5 and 30 minutes then the next one', async () => {
  const { anchorId } = await shop.seal()
  first.fault = respondWithStatus(503)
  for (const [minutes, requests] of [
    [0, 1],
    [0.5, 1],
    [0.6, 2],
    [5.1, 3],
    [30.1, 4],
  ] as const) {
    shop.wait(minutes)
    await shop.port.advance()
    expect(first.requests).toHaveLength(requests)
  }
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'queued',
    stuckReason: expect.stringContaining('responds with status 503'),
  })
  await shop.port.advance()
  expect(first.requests).toHaveLength(4)
  expect(second.queries).toHaveLength(1)
})

const indefinite = (tag: number, ...parts: Uint8Array[]) =>
  concatBytes(Uint8Array.of(tag, 0x80), ...parts, Uint8Array.of(0, 0))

/** Writes a response as authorities that use BER do. */
function asBer(response: Uint8Array): Buffer {
  const [status, info] = valuesIn(only(response, 0x30).body)
  const [type, content] = valuesIn(info?.body ?? new Uint8Array())
  const parts = valuesIn(only(content?.body ?? new Uint8Array(), 0x30).body).map(({ raw, body }, index) => {
    if (index !== 2) return raw
    const [id, wrapped] = valuesIn(body)
    const octets = only(wrapped?.body ?? new Uint8Array(), 0x04).raw
    return indefinite(0x30, id?.raw ?? new Uint8Array(), indefinite(0xa0, indefinite(0x24, octets)))
  })
  const token = indefinite(0x30, type?.raw ?? new Uint8Array(), indefinite(0xa0, indefinite(0x30, ...parts)))
  return Buffer.from(indefinite(0x30, status?.raw ?? new Uint8Array(), token))
}

test('stores an answer in BER as DER', async () => {
  const { anchorId } = await shop.seal()
  first.alter = asBer
  await shop.port.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final' })
  const [token] = await shop.tokens(anchorId)
  expect(valuesIn(Buffer.from(token?.token ?? '', 'base64'))).toHaveLength(1)
})

const bad = {
  'an answer of 10 MB': { fault: respondWithBytes(new Uint8Array(10_000_000)), reason: 'oversized' },
  'an answer that is nothing': { fault: respondWithBytes(new Uint8Array(40)), reason: 'not a time-stamp' },
  'a redirect': { fault: respondWithStatus(302, { location: first.url }), reason: 'status 302' },
}

test.each(Object.entries(bad))('refuses %s, and says so', async (_title, { fault, reason }) => {
  const { anchorId } = await shop.seal()
  first.fault = fault
  for (const minutes of [0, 2, 6]) {
    shop.wait(minutes)
    await shop.port.advance()
  }
  expect((await shop.read(anchorId)).stuckReason).toContain(reason)
})

test('gives up an answer that drips', async () => {
  const { anchorId } = await shop.seal()
  first.fault = (_request, response) => {
    const timer = setInterval(() => response.write('0'), 20)
    response.on('close', () => clearInterval(timer))
  }
  const port = shop.portWith({}, { timeoutMs: 200 })
  for (const minutes of [0, 2, 6]) {
    shop.wait(minutes)
    await port.advance()
  }
  expect((await shop.read(anchorId)).stuckReason).toContain('responds too slowly')
})

test('goes on with the next authority at once after a time-stamp of another root', async () => {
  const earlier = await shop.seal()
  let reply: Buffer | null = null
  first.alter = (response) => (reply ??= response)
  await shop.port.advance()
  expect(await shop.read(earlier.anchorId)).toMatchObject({ state: 'final' })
  const { anchorId } = await shop.seal()
  await shop.port.advance()
  expect((await shop.read(anchorId)).stuckReason).toContain('signs an invalid time-stamp (imprint)')
  await shop.port.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final', stuckReason: null })
  expect(first.queries).toHaveLength(2)
  expect(second.queries).toHaveLength(1)
})

test('takes no time-stamp for another request, of another policy or of another authority', async () => {
  const { anchorId } = await shop.seal()
  await shop.port.advance()
  const [row] = await shop.tokens(anchorId)
  const token = new Uint8Array(Buffer.from(row?.token ?? '', 'base64'))
  const [{ root } = { root: '' }] = await shop.database
    .fork()
    .execute('select root from anchor_batch where id = ?', [await shop.batchOf(anchorId)])
  const asked = { root, nonce: row?.nonce ?? '', now: new Date() }
  const config = { policy: '1.3.6.1.4.1.99999.1', trustedCertificates: [rootOf(first)] }
  expect(await checkReceivedToken(token, asked, config)).toMatchObject({ isTrusted: true })
  const problemOf = (request: object, changes: object = {}) =>
    checkReceivedToken(token, { ...asked, ...request }, { ...config, ...changes })
  expect(await problemOf({ nonce: '4000000000000000' })).toMatchObject({ problem: /another request/ })
  expect(await problemOf({}, { policy: '1.2.3' })).toMatchObject({ problem: /another policy/ })
  expect(await problemOf({}, { trustedCertificates: [rootOf(second)] })).toMatchObject({
    problem: /TSA_TRUST_FILE/,
  })
  expect(await problemOf({ now: new Date(0) })).toMatchObject({ problem: /clock/ })
})

test('keeps a root open while its own clock is a year off', async () => {
  const { anchorId } = await shop.seal()
  shop.wait(365 * 24 * 60)
  await shop.port.advance()
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'queued',
    stuckReason: expect.stringContaining('clock'),
  })
})

test('requests so many time-stamps a day, and lets the other batches wait', async () => {
  const anchors: { anchorId: string }[] = []
  for (let n = 0; n < 5; n += 1) anchors.push(await shop.seal())
  const port = shop.portWith({ tokensPerDay: 3 })
  const states = () => Promise.all(anchors.map(async ({ anchorId }) => (await shop.read(anchorId)).state))
  await port.advance()
  await port.advance()
  expect(first.queries).toHaveLength(3)
  expect((await states()).filter((state) => state === 'final')).toHaveLength(3)
  const reasons = await Promise.all(anchors.map(({ anchorId }) => shop.read(anchorId)))
  expect(reasons.filter(({ stuckReason }) => stuckReason?.includes('TSA_TOKENS_PER_DAY'))).toHaveLength(2)
})

test('needs the time-stamps of two authorities where two are needed', async () => {
  const { anchorId } = await shop.seal()
  second.fault = respondWithStatus(500)
  const port = shop.portWith({ authoritiesNeeded: 2 })
  await port.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'queued' })
  second.fault = null
  await port.retry(anchorId)
  await port.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final' })
  expect(await readTokens(shop.database.fork(), await shop.batchOf(anchorId))).toHaveLength(2)
  expect(first.queries).toHaveLength(1)
})

test('a crash at any point leads to no request with another nonce, and to one token', async () => {
  let survived = false
  for (let unitsOfWork = 0; !survived; unitsOfWork += 1) {
    const { anchorId } = await shop.seal()
    const dying = dyingDatabase(shop.database, unitsOfWork)
    await shop
      .portWith({}, { database: dying.database })
      .advance()
      .catch(() => {})
    survived = !dying.isDead()
    await shop.database.fork().execute(`update tsa_token set next_attempt_at = 'epoch' where token is null`)
    await shop.port.advance()
    expect(await shop.read(anchorId)).toMatchObject({ state: 'final' })
    expect(new Set(first.queries.map((query) => query.toString('hex'))).size).toBe(1)
    expect(await shop.tokens(anchorId)).toHaveLength(1)
    first.queries.length = 0
  }
})

test('two processes send one request for each root', async () => {
  const anchors = [await shop.seal(), await shop.seal(), await shop.seal()]
  await Promise.all([shop.portWith().advance(), shop.portWith().advance()])
  expect(first.queries).toHaveLength(3)
  for (const { anchorId } of anchors) {
    await shop.port.advance()
    expect(await shop.read(anchorId)).toMatchObject({ state: 'final' })
  }
})

test('requests a time-stamp less and less often after errors of its own, and names them', async () => {
  const { anchorId } = await shop.seal()
  const failing = {
    ...shop.database,
    fork() {
      const em = shop.database.fork()
      return Object.assign(em, {
        nativeUpdate: () => Promise.reject(new Error('The result cannot be stored')),
      })
    },
  }
  const port = shop.portWith({ urls: [`${first.url}/tsr`] }, { database: failing })
  const requestsOfDay = async () => {
    const before = first.queries.length
    for (let hours = 0; hours < 24; hours += 1) {
      shop.wait(60)
      await port.advance()
    }
    return first.queries.length - before
  }
  expect(await requestsOfDay()).toBeLessThanOrEqual(9)
  expect(await requestsOfDay()).toBeLessThanOrEqual(2)
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'queued',
    stuckReason: expect.stringContaining('cannot be checked or stored'),
  })
  expect(new Set(first.queries.map((query) => query.toString('hex'))).size).toBe(1)
})

test('asks an authority that keeps refusing at most once a day', async () => {
  await shop.seal()
  first.fault = respondWithStatus(503)
  const port = shop.portWith({ urls: [`${first.url}/tsr`] })
  for (let hours = 0; hours < 24 * 3; hours += 2) {
    shop.wait(2 * 60)
    await port.advance()
  }
  expect(first.requests.length).toBeLessThanOrEqual(12)
})
