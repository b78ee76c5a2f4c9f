import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOtsAnchors } from '../../../src/anchors/opentimestamps/ots-anchors.ts'
import { OtsStamp } from '../../../src/anchors/opentimestamps/ots-stamp-entity.ts'
import { answerBytes, answerStatus, hangUp } from '../../../testing/http-stand-in.ts'
import { recordedJobs } from '../../../testing/recorded-jobs.ts'
import { readOrder } from '../../mail/mail-fixtures.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { openOtsShop, otsOf, startBitcoinWorld, type BitcoinWorld, type OtsShop } from './ots-fixtures.ts'

let world: BitcoinWorld
let shop: OtsShop
beforeAll(async () => {
  world = await startBitcoinWorld()
  shop = await openOtsShop(world)
})
afterEach(async () => {
  world.heal()
  await shop.forget()
})
afterAll(async () => {
  await shop.close()
  await world.close()
})

/** A root that calendars took, and that the first of them has a block for since. */
async function settledRoot() {
  const sealed = await shop.seal()
  await shop.tick()
  await world.calendars[0].settle()
  return sealed
}

const hosts = () => world.sources.map(({ url }) => new URL(url).host)
const text = (words: string) => answerBytes(Buffer.from(words))

test('sources that disagree about a block settle nothing until they agree', async () => {
  const { anchorId } = await settledRoot()
  const other = randomBytes(32).toString('hex')
  world.sources[1].fault = text(other)
  for (let n = 0; n < 3; n += 1) await shop.tick()
  const { state, stuckReason } = await shop.read(anchorId)
  expect(state).toBe('submitted')
  expect(stuckReason).toContain(`disagree about block ${world.chain.height()}: ${hosts()[0]} says `)
  expect(stuckReason).toContain(`${hosts()[1]} says ${other}. Nothing is settled until they agree.`)
  world.heal()
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test.each([
  ['is down', hangUp, 'does not answer'],
  ['is overloaded', answerStatus(429), 'answers with status 429'],
  ['redirects', answerStatus(301, { location: 'https://elsewhere.example.org' }), 'answers with status 301'],
  ['talks nonsense', text('<html>'), 'answers with something else than asked for'],
  ['talks too much', answerBytes(Buffer.alloc(2_000, '0')), 'answers with far too much'],
])('one source is not believed while the other %s', async (_, fault, words) => {
  const { anchorId } = await settledRoot()
  world.sources[0].fault = fault
  for (let n = 0; n < 3; n += 1) await shop.tick()
  const { state, stuckReason } = await shop.read(anchorId)
  expect(state).toBe('submitted')
  expect(stuckReason).toContain(
    `The Bitcoin block cannot be checked: 1 of the sources answer, and 2 must: ${hosts()[0]} ${words}. `,
  )
  world.heal()
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test('one’s own node is believed alone', async () => {
  const { anchorId } = await settledRoot()
  const bitcoinSources = [world.sources[0].url]
  const port = shop.otherPort({ config: { ...world.config, bitcoinSources, sourcesNeeded: 1 } })
  await shop.retry(anchorId)
  await port.tick()
  expect((await shop.read(anchorId)).state).toBe('included')
  expect(world.sources[1].requests).not.toContain(`GET /block-height/${world.chain.height()}`)
})

test('a source that lags a block behind is waited for, and takes nothing back', async () => {
  const { anchorId } = await settledRoot()
  world.sources[1].fault = answerStatus(404)
  for (let n = 0; n < 3; n += 1) await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
  world.heal()
  await shop.tick()
  world.sources[1].fault = answerStatus(404)
  for (let n = 0; n < 3; n += 1) await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test('a false header is not taken from the source that gives it, but from the other', async () => {
  const { anchorId } = await settledRoot()
  const [liar] = world.sources
  const hash = (await fetch(`${liar.url}/block-height/${world.chain.height()}`)).text()
  const header = randomBytes(80).toString('hex')
  liar.fault = (request, response) =>
    void hash.then((known) => {
      if (request.url?.endsWith('/header')) response.end(header)
      else response.end(request.url?.startsWith('/blocks') ? String(world.chain.height()) : known)
    })
  await shop.tick()
  expect((await shop.read(anchorId)).state).toBe('included')
})

test('no block is believed without its header', async () => {
  const { anchorId } = await settledRoot()
  const height = world.chain.height()
  const hash = await (await fetch(`${world.sources[0].url}/block-height/${height}`)).text()
  for (const source of world.sources)
    source.fault = (request, response) => {
      if (request.url?.endsWith('/header')) response.writeHead(500)
      response.end(hash)
    }
  for (let n = 0; n < 3; n += 1) await shop.tick()
  expect((await shop.read(anchorId)).stuckReason).toContain(
    `No source gives the header of Bitcoin block ${height}`,
  )
})

test('a block without the work of the main network is refused there', async () => {
  const { anchorId } = await settledRoot()
  const { database } = shop
  const port = createOtsAnchors({ database, jobs: recordedJobs(), log: silentLog, config: world.config })
  for (let n = 0; n < 3; n += 1) {
    await database.fork().nativeUpdate(OtsStamp, { anchor: anchorId }, { nextTryAt: new Date(0) })
    await port.tick()
  }
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'submitted',
    stuckReason: expect.stringContaining('has not the work of a block of Bitcoin'),
  })
})

test('a block that is replaced before anybody asks proves nothing; mined again, the root is in the other one', async () => {
  const { anchorId } = await settledRoot()
  const height = world.chain.height()
  await world.chain.reorganise(height)
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', link: null })
  await world.chain.mine()
  await world.calendars[0].follow()
  await shop.tick()
  const anchor = await shop.read(anchorId)
  expect(anchor.state).toBe('included')
  expect(anchor.link).toContain(`height=${height + 2}`)
})

test('a block that is replaced afterwards leads back to submitted, and the order follows to the new block', async () => {
  const { anchorId, orderIds } = await settledRoot()
  const [orderId = ''] = orderIds
  await shop.tick()
  const included = await shop.read(anchorId)
  const mails = shop.mailIds.length
  const height = world.chain.height()
  await world.chain.reorganise(height)
  await shop.tick()
  const back = await shop.read(anchorId)
  expect(back).toMatchObject({ state: 'submitted', link: null, blockTime: null, includedAt: null })
  expect(Buffer.from(otsOf(back), 'base64').toString('hex')).not.toContain('0588960d73d71901')
  await world.chain.mine()
  await world.calendars[0].follow()
  await shop.tick()
  const again = await shop.read(anchorId)
  expect(again).toMatchObject({ state: 'included', stuckReason: null })
  expect(again.link).not.toBe(included.link)
  expect(await readOrder(shop.database, orderId)).toMatchObject({
    status: 'completed',
    blockchainLink: again.link,
  })
  expect(shop.mailIds.length).toBe(mails + 1)
  await world.chain.mine(5)
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final', link: again.link })
})

test('what no calendar brings back after its block was replaced is handed in anew', async () => {
  const { anchorId } = await settledRoot()
  await shop.tick()
  await world.chain.reorganise(world.chain.height())
  for (let n = 0; n < 3; n += 1) await shop.tick()
  expect((await shop.read(anchorId)).stuckReason).toContain('does not hold this batch, or not any more')
  await shop.tick(24 * 60)
  await world.calendars[1].settle()
  await shop.tick()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'included', stuckReason: null })
})

test('of two blocks the one that was replaced is dropped, and the other one carries on', async () => {
  const { anchorId } = await shop.seal()
  await shop.tick()
  await world.calendars[0].settle()
  const stays = world.chain.height()
  await world.calendars[1].settle()
  await shop.tick()
  await world.chain.reorganise(stays + 1)
  await world.chain.mine(4)
  await shop.tick()
  const anchor = await shop.read(anchorId)
  expect(anchor.state).toBe('final')
  const ots = Buffer.from(otsOf(anchor), 'base64').toString('hex')
  expect(ots.split('0588960d73d71901')).toHaveLength(2)
})
