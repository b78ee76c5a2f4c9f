import { randomBytes } from 'node:crypto'
import { concatBytes } from '@priormark/core/proofs/proof/bytes'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { writeTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { expect, test } from 'vitest'
import { OtsStamp } from '../../../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { respondWithBytes, respondWithStatus } from '../../../../testing/http-stand-in.ts'
import { eventDetails } from '../../../../testing/mail-fixtures.ts'
import { follow, lineOf } from './ots-calendar-server.ts'
import { hostOf, otsOf, promise, useOtsShop } from './ots-fixtures.ts'

const { world, shop } = await useOtsShop(['c.example.org'])

test("rejects a block that does not contain the root, and accepts an honest calendar's", async () => {
  const [dishonest, honest] = world.calendars
  const { anchorId } = await shop.seal()
  await shop.advance()
  const real = (await world.chain.headerAt(0))?.subarray(36, 68) ?? new Uint8Array()
  dishonest.fault = respondWithBytes(
    writeTimestamp(lineOf([{ kind: 'append', bytes: real }], { kind: 'bitcoin', height: 0 }), 44),
  )
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', link: null })
  expect((await shop.read(anchorId)).stuckReason).toContain(
    `${hostOf(dishonest)} named a Bitcoin block that does not contain this batch`,
  )
  await honest.settle()
  await shop.advance()
  const anchor = await shop.read(anchorId)
  expect(anchor).toMatchObject({ state: 'included', stuckReason: null })
  expect(Buffer.from(otsOf(anchor), 'base64').includes(Buffer.from(real))).toBe(false)
})

test('unknown blocks and unknown kinds of attestations prove nothing', async () => {
  const { anchorId } = await shop.seal()
  await shop.advance()
  const before = otsOf(await shop.read(anchorId))
  const future = lineOf([{ kind: 'hash', hash: 'sha256' }], { kind: 'bitcoin', height: 900_000 })
  const unknown = lineOf([{ kind: 'hash', hash: 'sha256' }], {
    kind: 'unknown',
    tag: new Uint8Array(8).fill(7),
    payload: new Uint8Array(),
  })
  world.calendars[0].fault = respondWithBytes(writeTimestamp(mergeTimestamps(future, unknown), 44))
  for (let n = 0; n < 3; n += 1) await shop.advance()
  const anchor = await shop.read(anchorId)
  expect(anchor).toMatchObject({ state: 'submitted', stuckReason: null })
  expect(otsOf(anchor)).toBe(before)
})

test('reports when all calendars that accepted a root stop responding', async () => {
  const { anchorId } = await shop.seal()
  await shop.advance()
  for (const calendar of world.calendars) calendar.fault = respondWithStatus(500)
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'submitted',
    stuckReason: expect.stringContaining('No OpenTimestamps calendar reports the state of this batch: '),
  })
})

test('submits a root again after each day without a block, and its proof stays short', async () => {
  const { anchorId, orderIds } = await shop.seal()
  await shop.advance()
  const digests = () => shop.asked.filter((address) => address === `${world.calendars[0].url}/digest`).length
  await shop.advance(23 * 60)
  expect(digests()).toBe(1)
  await shop.advance(2 * 60)
  expect(digests()).toBe(2)
  expect((await shop.read(anchorId)).stuckReason).toContain('within 24 hours, which usually takes a few')
  for (const calendar of world.calendars) {
    calendar.fault = ({ method }, response) => {
      const operation = { kind: 'append' as const, bytes: randomBytes(900) }
      if (method === 'GET') response.writeHead(404).end()
      else response.end(writeTimestamp(lineOf([operation], { kind: 'pending', uri: calendar.url }), 32))
    }
  }
  for (let day = 0; day < 6; day += 1) await shop.advance(24 * 60)
  expect(digests()).toBe(8)
  expect(otsOf(await shop.read(anchorId)).length).toBeLessThan(12_000)
  world.clearFaults()
  await shop.advance(24 * 60)
  await world.calendars[2].settle()
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
  expect(await eventDetails(shop.database, orderIds[0] ?? '', 'anchor_submitted')).toHaveLength(1)
})

test('submits a root to the configured calendars if its own are no longer configured', async () => {
  const { anchorId, root } = await shop.seal()
  await shop.advance()
  const [first, second, third] = world.calendars
  for (const calendar of [first, second]) calendar.requests.length = 0
  const fresh = [first.url.replace('127.0.0.1', 'localhost'), second.url.replace('127.0.0.1', 'localhost')]
  const port = shop.otherPort({ config: { ...world.config, calendars: fresh, minCalendars: 1 } })
  for (const calendar of [first, second])
    calendar.fault = respondWithBytes(writeTimestamp(promise(fresh[0] ?? ''), root.length / 2))
  third.requests.length = 0
  await shop.database.fork().nativeUpdate(OtsStamp, { anchor: anchorId }, { nextAttemptAt: new Date(0) })
  await port.advance()
  expect(first.requests).toEqual(['POST /digest'])
  expect(third.requests).toEqual([])
  expect((await shop.read(anchorId)).stuckReason).toBeNull()
})

test('asks a calendar for exactly the message that it promised', async () => {
  const { root } = await shop.seal()
  const operation = { kind: 'append' as const, bytes: Uint8Array.of(1, 2, 3) }
  const [calendar] = world.calendars
  calendar.fault = respondWithBytes(
    writeTimestamp(lineOf([operation], { kind: 'pending', uri: calendar.url }), 32),
  )
  await shop.advance()
  calendar.fault = null
  calendar.requests.length = 0
  await shop.advance()
  const message = follow(concatBytes(Buffer.from(root, 'hex')), [operation])
  expect(calendar.requests).toEqual([`GET /timestamp/${Buffer.from(message).toString('hex')}`])
})

test('polls and submits again immediately when an administrator retries a submitted root', async () => {
  const { anchorId } = await shop.seal()
  await shop.advance()
  const [calendar] = world.calendars
  for (const { requests } of world.calendars) requests.length = 0
  await shop.retry(anchorId)
  await shop.advance(0)
  expect(calendar.requests.map((line) => line.split('/').slice(0, 2).join('/'))).toEqual([
    'GET /timestamp',
    'POST /digest',
  ])
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
})

test('a retry keeps the failure history: the reason stays until a step succeeds', async () => {
  const { anchorId } = await shop.seal()
  for (const calendar of world.calendars) calendar.fault = respondWithStatus(503)
  for (let n = 0; n < 3; n += 1) await shop.advance()
  const { stuckReason } = await shop.read(anchorId)
  expect(stuckReason).not.toBeNull()
  await shop.retry(anchorId)
  await shop.advance(0)
  expect((await shop.read(anchorId)).stuckReason).toBe(stuckReason)
  for (const calendar of world.calendars) calendar.fault = null
  await shop.retry(anchorId)
  await shop.advance(0)
  expect((await shop.read(anchorId)).stuckReason).toBeNull()
})
