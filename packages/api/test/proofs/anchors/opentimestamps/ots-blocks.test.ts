import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOtsAnchors } from '../../../../src/proofs/anchors/opentimestamps/ots-anchors.ts'
import { OtsStamp } from '../../../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { respondWithBytes, respondWithStatus, closeConnection } from '../../../../testing/http-stand-in.ts'
import { recordedQueue } from '../../../../testing/recorded-queue.ts'
import { readOrder } from '../../../../testing/mail-fixtures.ts'
import { silentLog } from '../../../../testing/silent-log.ts'
import { otsOf, useOtsShop } from './ots-fixtures.ts'

const { world, shop } = await useOtsShop()

/** Seals a root, sends it to the calendars, and lets the first of them put it in a block. */
async function settledRoot() {
  const sealed = await shop.seal()
  await shop.advance()
  await world.calendars[0].settle()
  return sealed
}

const hosts = () => world.sources.map(({ url }) => new URL(url).host)
const text = (words: string) => respondWithBytes(Buffer.from(words))

test('waits until sources that disagree about a block agree', async () => {
  const { anchorId } = await settledRoot()
  const other = randomBytes(32).toString('hex')
  world.sources[1].fault = text(other)
  for (let n = 0; n < 3; n += 1) await shop.advance()
  const { state, stuckReason } = await shop.read(anchorId)
  expect(state).toBe('submitted')
  expect(stuckReason).toContain(`disagree about block ${world.chain.height()}: ${hosts()[0]} says `)
  expect(stuckReason).toContain(`${hosts()[1]} says ${other}. The batch waits until they agree.`)
  world.clearFaults()
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test.each([
  ['is down', closeConnection, 'does not respond'],
  ['is overloaded', respondWithStatus(429), 'responds with status 429'],
  [
    'redirects',
    respondWithStatus(301, { location: 'https://elsewhere.example.org' }),
    'responds with status 301',
  ],
  ['responds with HTML', text('<html>'), 'sends an unexpected response'],
  ['responds with too many bytes', respondWithBytes(Buffer.alloc(2_000, '0')), 'sends an oversized response'],
])('does not trust one source while the other %s', async (_, fault, words) => {
  const { anchorId } = await settledRoot()
  world.sources[0].fault = fault
  for (let n = 0; n < 3; n += 1) await shop.advance()
  const { state, stuckReason } = await shop.read(anchorId)
  expect(state).toBe('submitted')
  expect(stuckReason).toContain(
    `The Bitcoin block cannot be checked: 1 of the sources respond, and 2 must: ${hosts()[0]} ${words}. `,
  )
  world.clearFaults()
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test('needs no second source if the operator runs the first', async () => {
  const { anchorId } = await settledRoot()
  const bitcoinSources = [world.sources[0].url]
  const port = shop.otherPort({ config: { ...world.config, bitcoinSources, sourcesNeeded: 1 } })
  await shop.retry(anchorId)
  await port.advance()
  expect((await shop.read(anchorId)).state).toBe('included')
  expect(world.sources[1].requests).not.toContain(`GET /block-height/${world.chain.height()}`)
})

test('keeps the failures when an administrator retries, and reports the next one at once', async () => {
  const { anchorId } = await settledRoot()
  world.sources[0].fault = respondWithStatus(429)
  for (let n = 0; n < 3; n += 1) await shop.advance()
  const stuck = await shop.read(anchorId)
  expect(stuck.stuckReason).toContain('responds with status 429')
  await shop.retry(anchorId)
  expect((await shop.read(anchorId)).stuckReason).toBe(stuck.stuckReason)
  world.sources[0].fault = respondWithStatus(500)
  await shop.advance()
  expect((await shop.read(anchorId)).stuckReason).toContain('responds with status 500')
})

test('waits for a source that is a block behind, and reverts nothing', async () => {
  const { anchorId } = await settledRoot()
  world.sources[1].fault = respondWithStatus(404)
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
  world.clearFaults()
  await shop.advance()
  world.sources[1].fault = respondWithStatus(404)
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test("skips a source's false header and uses the other source's", async () => {
  const { anchorId } = await settledRoot()
  const [falseSource] = world.sources
  const hash = (await fetch(`${falseSource.url}/block-height/${world.chain.height()}`)).text()
  const header = randomBytes(80).toString('hex')
  falseSource.fault = (request, response) =>
    void hash.then((value) => {
      if (request.url?.endsWith('/header')) response.end(header)
      else response.end(request.url?.startsWith('/blocks') ? String(world.chain.height()) : value)
    })
  await shop.advance()
  expect((await shop.read(anchorId)).state).toBe('included')
})

test('accepts no block without its header', async () => {
  const { anchorId } = await settledRoot()
  const height = world.chain.height()
  const hash = await (await fetch(`${world.sources[0].url}/block-height/${height}`)).text()
  for (const source of world.sources)
    source.fault = (request, response) => {
      if (request.url?.endsWith('/header')) response.writeHead(500)
      response.end(hash)
    }
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect((await shop.read(anchorId)).stuckReason).toContain(
    `The sources provide no header of Bitcoin block ${height}`,
  )
})

test("rejects a block without the main network's proof of work", async () => {
  const { anchorId } = await settledRoot()
  const { database } = shop
  const port = createOtsAnchors({
    database,
    jobs: recordedQueue(),
    log: silentLog,
    config: world.config,
    timeoutMs: 300_000,
  })
  for (let n = 0; n < 3; n += 1) {
    await database.fork().nativeUpdate(OtsStamp, { anchor: anchorId }, { nextAttemptAt: new Date(0) })
    await port.advance()
  }
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'submitted',
    stuckReason: expect.stringContaining('does not have the proof of work of Bitcoin'),
  })
})

test("ignores a block that was replaced before polling, and uses the root's new block", async () => {
  const { anchorId } = await settledRoot()
  const height = world.chain.height()
  await world.chain.reorganize(height)
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', link: null })
  await world.chain.mine()
  await world.calendars[0].follow()
  await shop.advance()
  const anchor = await shop.read(anchorId)
  expect(anchor.state).toBe('included')
  expect(anchor.link).toContain(`height=${height + 2}`)
})

test('reverts to submitted after a reorg, and gives the order the new block', async () => {
  const { anchorId, orderIds } = await settledRoot()
  const [orderId = ''] = orderIds
  await shop.advance()
  const included = await shop.read(anchorId)
  const mails = shop.mailIds.length
  const height = world.chain.height()
  await world.chain.reorganize(height)
  await shop.advance()
  const back = await shop.read(anchorId)
  expect(back).toMatchObject({ state: 'submitted', link: null, blockTime: null, includedAt: null })
  expect(Buffer.from(otsOf(back), 'base64').toString('hex')).not.toContain('0588960d73d71901')
  await world.chain.mine()
  await world.calendars[0].follow()
  await shop.advance()
  const again = await shop.read(anchorId)
  expect(again).toMatchObject({ state: 'included', stuckReason: null })
  expect(again.link).not.toBe(included.link)
  expect(await readOrder(shop.database, orderId)).toMatchObject({
    status: 'completed',
    blockchainLink: again.link,
  })
  expect(shop.mailIds.length).toBe(mails)
  await world.chain.mine(6)
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final', link: again.link })
})

test('submits a root again if no calendar has it after a reorg', async () => {
  const { anchorId } = await settledRoot()
  await shop.advance()
  await world.chain.reorganize(world.chain.height())
  for (let n = 0; n < 3; n += 1) await shop.advance()
  expect((await shop.read(anchorId)).stuckReason).toContain('does not contain this batch, or no longer does')
  await shop.advance(24 * 60)
  await world.calendars[1].settle()
  await shop.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test('drops the replaced one of two blocks, and keeps the other', async () => {
  const { anchorId } = await shop.seal()
  await shop.advance()
  await world.calendars[0].settle()
  const baseHeight = world.chain.height()
  await world.calendars[1].settle()
  await shop.advance()
  await world.chain.reorganize(baseHeight + 1)
  await world.chain.mine(5)
  await shop.advance()
  const anchor = await shop.read(anchorId)
  expect(anchor.state).toBe('final')
  const ots = Buffer.from(otsOf(anchor), 'base64').toString('hex')
  expect(ots.split('0588960d73d71901')).toHaveLength(2)
})
