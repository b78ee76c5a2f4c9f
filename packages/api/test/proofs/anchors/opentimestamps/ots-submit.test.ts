import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { writeTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  respondWithBytes,
  respondWithStatus,
  closeConnection,
  resetConnection,
  startHttpStandIn,
} from '../../../../testing/http-stand-in.ts'
import { findHealthIssue } from '../../../../testing/find-health-issue.ts'
import { eventDetails } from '../../../../testing/mail-fixtures.ts'
import { lineOf } from './ots-calendar-server.ts'
import { hostOf, openOtsShop, otsOf, promise, useOtsShop } from './ots-fixtures.ts'

const { world, shop } = await useOtsShop(['c.example.org'])
const canary = await startHttpStandIn(async (_request, response) => void response.end('ok'))
afterEach(() => {
  expect(canary.requests).toEqual([])
})
afterAll(() => canary.close())

test('continues without a calendar that is down, when submitting and when polling', async () => {
  const [dead, other, third] = world.calendars
  const { anchorId } = await shop.seal()
  dead.fault = closeConnection
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
  dead.fault = null
  third.fault = closeConnection
  await shop.advance()
  await other.settle()
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test('keeps a root queued while all calendars are down, reports it once at the third failure, and recovers automatically', async () => {
  const { anchorId, orderIds } = await shop.seal()
  for (const calendar of world.calendars) calendar.fault = closeConnection
  await shop.advance()
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'queued', stuckReason: null })
  for (let n = 0; n < 3; n += 1) await shop.advance()
  const { stuckReason, state } = await shop.read(anchorId)
  expect(state).toBe('queued')
  expect(stuckReason).toContain('0 of the OpenTimestamps calendars accepted this batch, and 2 must: ')
  for (const calendar of world.calendars)
    expect(stuckReason).toContain(`${hostOf(calendar)} does not respond`)
  expect(await eventDetails(shop.database, orderIds[0] ?? '', 'anchor_stuck')).toEqual([
    stuckReason?.replace('OTS_CALENDARS', '“Calendars”'),
  ])
  world.clearFaults()
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
})

test('sends no requests before the delay is over, and delays grow to half an hour', async () => {
  await shop.seal()
  for (const calendar of world.calendars) calendar.fault = closeConnection
  await shop.advance(0)
  expect(shop.asked).toHaveLength(3)
  const waits: number[] = []
  for (let waited = 1; waits.length < 6; waited += 1) {
    const before = shop.asked.length
    await shop.advance(1)
    if (shop.asked.length > before) {
      waits.push(waited)
      waited = 0
    }
  }
  expect(waits).toEqual([2, 4, 8, 16, 30, 30])
})

test('after a long delay, a root that was accepted is polled a minute later', async () => {
  const { anchorId } = await shop.seal()
  for (const calendar of world.calendars) calendar.fault = closeConnection
  for (let n = 0; n < 5; n += 1) await shop.advance()
  world.clearFaults()
  await shop.advance()
  expect((await shop.read(anchorId)).state).toBe('submitted')
  shop.asked.length = 0
  await shop.advance(1)
  expect(shop.asked).toHaveLength(3)
})

test('failures that a success interrupts are not reported', async () => {
  const { anchorId } = await shop.seal()
  const failTwice = async () => {
    for (const calendar of world.calendars) calendar.fault = closeConnection
    for (let n = 0; n < 2; n += 1) await shop.advance()
    world.clearFaults()
  }
  await failTwice()
  await shop.advance()
  await failTwice()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
})

test("retries only the requested root without delay on an administrator's request", async () => {
  const { anchorId } = await shop.seal()
  const other = await shop.seal()
  for (const calendar of world.calendars) calendar.fault = closeConnection
  for (let n = 0; n < 4; n += 1) await shop.advance()
  world.clearFaults()
  await shop.advance(0)
  expect((await shop.read(anchorId)).state).toBe('queued')
  await shop.retry(anchorId)
  await shop.advance(0)
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
  expect((await shop.read(other.anchorId)).state).toBe('queued')
})

test.each([
  ['is down', closeConnection, 'does not respond'],
  ['is overloaded', respondWithStatus(503), 'responds with status 503'],
  ['does not know the path', respondWithStatus(404), 'responds with status 404'],
  [
    'sends garbage',
    respondWithBytes(Buffer.from('<html>Welcome</html>')),
    'sends something other than a timestamp',
  ],
  ['sends nothing', respondWithBytes(new Uint8Array()), 'sends something other than a timestamp'],
  ['sends too much', respondWithBytes(new Uint8Array(10_001)), 'sends an oversized response'],
  [
    'promises in too many words',
    respondWithBytes(
      writeTimestamp(
        lineOf([{ kind: 'append', bytes: new Uint8Array(1_000) }], {
          kind: 'pending',
          uri: 'https://c.example.org',
        }),
        32,
      ),
    ),
    'sends an oversized response',
  ],
])('reports a calendar that %s, and does not accept two of three', async (_, fault, words) => {
  const { anchorId } = await shop.seal()
  const [first, second] = world.calendars
  first.fault = fault
  second.fault = fault
  for (let n = 0; n < 3; n += 1) await shop.advance()
  const { state, stuckReason } = await shop.read(anchorId)
  expect(state).toBe('queued')
  expect(stuckReason).toContain('1 of the OpenTimestamps calendars accepted this batch, and 2 must: ')
  expect(stuckReason).toContain(`${hostOf(first)} ${words} and ${hostOf(second)} ${words}. It is retried`)
})

test('does not follow a redirect', async () => {
  const { anchorId } = await shop.seal()
  for (const calendar of world.calendars)
    calendar.fault = respondWithStatus(302, { location: `${canary.url}/digest` })
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect((await shop.read(anchorId)).stuckReason).toContain('responds with status 302')
})

test('stops reading an endless response at the limit', async () => {
  const { anchorId } = await shop.seal()
  const cut = new Promise((resolve) => {
    world.calendars[0].fault = (_request, response) => {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(4_096), more))
      response.on('close', resolve)
      more()
    }
  })
  await shop.advance()
  expect((await shop.read(anchorId)).state).toBe('submitted')
  await cut
})

test('gives up on a calendar that never responds, and counts the others', async () => {
  const { anchorId } = await shop.seal()
  const [silent, ...others] = world.calendars
  // With a real time limit, the others could exceed it as well on a busy machine.
  const impatient: typeof fetch = (input, init) =>
    new Request(input).url.startsWith(silent.url)
      ? Promise.reject(new DOMException('too late', 'TimeoutError'))
      : fetch(input, init)
  await shop.otherPort({ fetch: impatient }).advance()
  expect((await shop.read(anchorId)).state).toBe('submitted')
  for (const { requests } of others) expect(requests).toContain('POST /digest')
})

test.each([
  // A short limit, since this does not test the time.
  ['never respond', { fault: () => {}, timeoutMs: 50, words: 'responds too slowly' }],
  ['reset connections', { fault: resetConnection, timeoutMs: 60_000, words: 'does not respond' }],
])(
  'if all calendars %s, names them on the health page, and submits the root once later',
  async (_, { fault, timeoutMs, words }) => {
    const hurried = await openOtsShop(world, { timeoutMs })
    const { anchorId } = await hurried.seal()
    for (const calendar of world.calendars) calendar.fault = fault
    // Six attempts, as in a minute of silence.
    for (let attempt = 0; attempt < 6; attempt += 1) await hurried.advance()
    const issue = await findHealthIssue(hurried.database, 'anchors_stuck')
    for (const calendar of world.calendars) expect(issue?.remedy).toContain(`${hostOf(calendar)} ${words}`)
    world.clearFaults()
    for (const { requests } of world.calendars) requests.length = 0
    const port = hurried.otherPort({ timeoutMs: 60_000 })
    await hurried.retry(anchorId)
    await port.advance()
    await port.advance()
    expect(await hurried.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
    for (const { requests } of world.calendars) expect(requests).toEqual(['POST /digest'])
    expect(await findHealthIssue(hurried.database, 'anchors_stuck')).toBeUndefined()
    await hurried.close()
  },
)

test('never requests or stores addresses that a calendar adds', async () => {
  const { anchorId } = await shop.seal()
  const [dishonest, honest] = world.calendars
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
  const answer = mergeTimestamps(promise(dishonest.url), ...hostile.map(promise))
  dishonest.fault = respondWithBytes(writeTimestamp(answer, 32))
  await shop.advance()
  dishonest.fault = null
  await shop.advance()
  const anchor = await shop.read(anchorId)
  const carried = Buffer.from(otsOf(anchor), 'base64').toString('latin1')
  expect(carried.match(/https?:\/\/[\w.:]+/g)?.length).toBe(3)
  const origins = new Set(shop.asked.map((address) => new URL(address).origin))
  expect([...origins].sort()).toEqual(world.calendars.map(({ url }) => url).sort())
})

test('does not count a calendar that refers only to addresses off the list', async () => {
  const { anchorId } = await shop.seal()
  const elsewhere = respondWithBytes(writeTimestamp(promise(canary.url), 32))
  world.calendars[0].fault = elsewhere
  world.calendars[1].fault = elsewhere
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'queued',
    stuckReason: expect.stringContaining('refers to a calendar that is not allowed (OTS_CALENDAR_HOSTS)'),
  })
})

test('two pools that lead to one calendar count as one', async () => {
  const { anchorId } = await shop.seal()
  for (const calendar of world.calendars)
    calendar.fault = respondWithBytes(writeTimestamp(promise(world.calendars[0].url), 32))
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect((await shop.read(anchorId)).stuckReason).toContain('1 of the OpenTimestamps')
})
