import { randomBytes } from 'node:crypto'
import { mergeTimestamps } from '@priormark/core/proof/ots/ots-merge'
import { writeTimestamp } from '@priormark/core/proof/ots/ots-timestamp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  answerBytes,
  answerStatus,
  hangUp,
  startHttpStandIn,
  type HttpStandIn,
} from '../../../testing/http-stand-in.ts'
import { eventDetails } from '../../mail/mail-fixtures.ts'
import { lineOf } from './ots-calendar-server.ts'
import { openOtsShop, otsOf, startBitcoinWorld, type BitcoinWorld, type OtsShop } from './ots-fixtures.ts'

let world: BitcoinWorld
let shop: OtsShop
let canary: HttpStandIn
beforeAll(async () => {
  world = await startBitcoinWorld()
  // A host that a calendar may name, as a pool does.
  shop = await openOtsShop(world, { config: { ...world.config, calendarHosts: ['c.example.org'] } })
  canary = await startHttpStandIn(async (_request, response) => void response.end('ok'))
})
afterEach(async () => {
  world.heal()
  await shop.forget()
  expect(canary.requests).toEqual([])
})
afterAll(async () => {
  await shop.close()
  await canary.close()
  await world.close()
})

const hostOf = ({ url }: HttpStandIn) => new URL(url).host
const promise = (uri: string) => lineOf([{ kind: 'append', bytes: randomBytes(8) }], { kind: 'pending', uri })

test('a calendar that is down is done without, when the root is handed in and afterwards', async () => {
  const [dead, other, third] = world.calendars
  const { anchorId } = await shop.seal()
  dead.fault = hangUp
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
  dead.fault = null
  third.fault = hangUp
  await shop.tick()
  await other.settle()
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test('with all calendars down a root stays queued, says why at the third failure once, and goes on by itself', async () => {
  const { anchorId, orderIds } = await shop.seal()
  for (const calendar of world.calendars) calendar.fault = hangUp
  await shop.tick()
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'queued', stuckReason: null })
  for (let n = 0; n < 3; n += 1) await shop.tick()
  const { stuckReason, state } = await shop.read(anchorId)
  expect(state).toBe('queued')
  expect(stuckReason).toContain('Only 0 of the OpenTimestamps calendars took this batch, and 2 must: ')
  for (const calendar of world.calendars) expect(stuckReason).toContain(`${hostOf(calendar)} does not answer`)
  expect(await eventDetails(shop.database, orderIds[0] ?? '', 'anchor_stuck')).toEqual([stuckReason])
  world.heal()
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
})

test('nobody is asked before the wait is over, and the waits grow to half an hour', async () => {
  await shop.seal()
  for (const calendar of world.calendars) calendar.fault = hangUp
  await shop.tick(0)
  expect(shop.asked).toHaveLength(3)
  const waits: number[] = []
  for (let waited = 1; waits.length < 6; waited += 1) {
    const before = shop.asked.length
    await shop.tick(1)
    if (shop.asked.length > before) {
      waits.push(waited)
      waited = 0
    }
  }
  expect(waits).toEqual([2, 4, 8, 16, 30, 30])
})

test('an administrator who tries again does not wait', async () => {
  const { anchorId } = await shop.seal()
  for (const calendar of world.calendars) calendar.fault = hangUp
  for (let n = 0; n < 4; n += 1) await shop.tick()
  world.heal()
  await shop.tick(0)
  expect((await shop.read(anchorId)).state).toBe('queued')
  await shop.retry(anchorId)
  await shop.tick(0)
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
})

test.each([
  ['is down', hangUp, 'does not answer'],
  ['is overloaded', answerStatus(503), 'answers with status 503'],
  ['does not know the path', answerStatus(404), 'answers with status 404'],
  [
    'sends garbage',
    answerBytes(Buffer.from('<html>Welcome</html>')),
    'answers with something that is no timestamp',
  ],
  ['sends nothing', answerBytes(new Uint8Array()), 'answers with something that is no timestamp'],
  ['sends too much', answerBytes(new Uint8Array(10_001)), 'answers with far too much'],
  [
    'promises in too many words',
    answerBytes(
      writeTimestamp(
        lineOf([{ kind: 'append', bytes: new Uint8Array(1_000) }], {
          kind: 'pending',
          uri: 'https://c.example.org',
        }),
        32,
      ),
    ),
    'answers with far too much',
  ],
])('a calendar that %s is named, and two of three are too few', async (_, fault, words) => {
  const { anchorId } = await shop.seal()
  const [first, second] = world.calendars
  first.fault = fault
  second.fault = fault
  for (let n = 0; n < 3; n += 1) await shop.tick()
  const { state, stuckReason } = await shop.read(anchorId)
  expect(state).toBe('queued')
  expect(stuckReason).toContain('Only 1 of the OpenTimestamps calendars took this batch, and 2 must: ')
  expect(stuckReason).toContain(`${hostOf(first)} ${words} and ${hostOf(second)} ${words}. It is tried again`)
})

test('a redirect leads nowhere', async () => {
  const { anchorId } = await shop.seal()
  for (const calendar of world.calendars)
    calendar.fault = answerStatus(302, { location: `${canary.url}/digest` })
  for (let n = 0; n < 3; n += 1) await shop.tick()
  expect((await shop.read(anchorId)).stuckReason).toContain('answers with status 302')
})

test('an answer that never ends is cut off where it is too long', async () => {
  const { anchorId } = await shop.seal()
  const cut = new Promise((resolve) => {
    world.calendars[0].fault = (_request, response) => {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(4_096), more))
      response.on('close', resolve)
      more()
    }
  })
  await shop.tick()
  expect((await shop.read(anchorId)).state).toBe('submitted')
  await cut
})

test('a calendar that never answers is given up, and the others count', async () => {
  const { anchorId } = await shop.seal()
  world.calendars[0].fault = () => {}
  const port = shop.otherPort({ timeoutMs: 2_000 })
  // On a machine under load the others may be given up too; then it is tried again.
  await expect
    .poll(async () => {
      await shop.retry(anchorId)
      await port.tick()
      return (await shop.read(anchorId)).state
    })
    .toBe('submitted')
})

test('addresses that a calendar slips in are never fetched and never carried', async () => {
  const { anchorId } = await shop.seal()
  const [liar, honest] = world.calendars
  const hostile = [
    canary.url,
    `${canary.url}/digest`,
    'http://169.254.169.254/latest',
    'https://evil.example.org',
    'file:///etc/passwd',
    '//evil.example.org',
    `${honest.url}.evil.example.org`,
    `${honest.url}/other`,
    'alice',
  ]
  const answer = hostile.map(promise).reduce(mergeTimestamps, promise(liar.url))
  liar.fault = answerBytes(writeTimestamp(answer, 32))
  await shop.tick()
  liar.fault = null
  await shop.tick()
  const anchor = await shop.read(anchorId)
  const carried = Buffer.from(otsOf(anchor), 'base64').toString('latin1')
  expect(carried.match(/https?:\/\/[\w.:]+/g)?.length).toBe(3)
  const origins = new Set(shop.asked.map((address) => new URL(address).origin))
  expect([...origins].sort()).toEqual(world.calendars.map(({ url }) => url).sort())
})

test('a calendar that names only addresses off the list has taken nothing', async () => {
  const { anchorId } = await shop.seal()
  const elsewhere = answerBytes(writeTimestamp(promise(canary.url), 32))
  world.calendars[0].fault = elsewhere
  world.calendars[1].fault = elsewhere
  for (let n = 0; n < 3; n += 1) await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'queued',
    stuckReason: expect.stringContaining('names no calendar that may be asked (OTS_CALENDAR_HOSTS)'),
  })
})

test('two pools that lead to one calendar count as one', async () => {
  const { anchorId } = await shop.seal()
  for (const calendar of world.calendars)
    calendar.fault = answerBytes(writeTimestamp(promise(world.calendars[0].url), 32))
  for (let n = 0; n < 3; n += 1) await shop.tick()
  expect((await shop.read(anchorId)).stuckReason).toContain('Only 1 of')
})
