import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { OtsStamp } from '../../../src/anchors/opentimestamps/ots-stamp-entity.ts'
import type { Database } from '../../../src/sql/database.ts'
import { answerStatus } from '../../../testing/http-stand-in.ts'
import { eventDetails, readOrder } from '../../mail/mail-fixtures.ts'
import { openOtsShop, startBitcoinWorld, type BitcoinWorld, type OtsShop } from './ots-fixtures.ts'

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

/** A database that is gone after so many units of work, as it is for a process that was killed. */
function dyingDatabase(
  database: Database,
  unitsOfWork: number,
): { database: Database; isDead: () => boolean } {
  let left = unitsOfWork
  return {
    isDead: () => left < 0,
    database: {
      ...database,
      fork() {
        left -= 1
        if (left < 0) throw new Error('The process was killed')
        return database.fork()
      },
    },
  }
}

const steps = ['stamp', 'upgrade', 'final'] as const

/** Brings a root as far as the step in which the process is to die. */
async function prepare(step: (typeof steps)[number]) {
  const sealed = await shop.seal()
  if (step === 'stamp') return sealed
  await shop.tick()
  await world.calendars[0].settle()
  if (step === 'upgrade') return sealed
  await shop.tick()
  await world.chain.mine(5)
  return sealed
}

test.each(steps)(
  'a process may die anywhere in the step %s: the next one ends it, and all is booked once',
  async (step) => {
    let survived = false
    for (let unitsOfWork = 0; !survived; unitsOfWork += 1) {
      const { anchorId, orderIds } = await prepare(step)
      const dying = dyingDatabase(shop.database, unitsOfWork)
      await shop.database.fork().nativeUpdate(OtsStamp, { anchor: anchorId }, { nextTryAt: new Date(0) })
      await shop
        .otherPort({ database: dying.database })
        .tick()
        .catch(() => {})
      survived = !dying.isDead()
      if (step === 'stamp') {
        await shop.tick()
        expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
        await world.calendars[1].settle()
      }
      await shop.tick()
      await world.chain.mine(5)
      await shop.tick()
      expect(await shop.read(anchorId)).toMatchObject({ state: 'final', stuckReason: null })
      const [orderId = ''] = orderIds
      expect((await readOrder(shop.database, orderId)).status).toBe('completed')
      for (const kind of ['anchor_submitted', 'anchor_final', 'link_added'])
        expect(await eventDetails(shop.database, orderId, kind)).toHaveLength(1)
      await shop.forget()
    }
  },
)

test('many processes at once hand every root in once, and book every step once', async () => {
  const sealed = [
    await shop.seal(),
    await shop.seal(),
    await shop.seal(),
    await shop.seal(),
    await shop.seal(),
  ]
  const processes = Array.from({ length: 4 }, () => shop.otherPort())
  const tickAll = async () => {
    await Promise.all([shop.tick(), ...processes.map((port) => port.tick())])
  }
  await tickAll()
  expect(shop.asked.filter((address) => address.endsWith('/digest'))).toHaveLength(15)
  await world.calendars[0].settle()
  await tickAll()
  await world.chain.mine(5)
  await tickAll()
  for (const { anchorId, orderIds } of sealed) {
    expect((await shop.read(anchorId)).state).toBe('final')
    for (const kind of ['anchor_submitted', 'anchor_included', 'anchor_final', 'link_added'])
      expect(await eventDetails(shop.database, orderIds[0] ?? '', kind)).toHaveLength(1)
  }
})

test('who slept over his turn keeps his hands off what another one did since', async () => {
  const { anchorId } = await shop.seal()
  const wake: (() => void)[] = []
  for (const calendar of world.calendars)
    calendar.fault = (request, response) => wake.push(() => answerStatus(503)(request, response))
  const sleeping = shop.otherPort().tick()
  await expect.poll(() => wake.length).toBe(3)
  world.heal()
  await shop.tick(6)
  const readRows = () => shop.database.fork().execute('select * from ots_stamp join anchor on id = anchor_id')
  const done = await readRows()
  expect(done).toContainEqual(expect.objectContaining({ id: anchorId, state: 'submitted' }))
  for (const answer of wake) answer()
  await sleeping
  expect(await readRows()).toEqual(done)
})

test('one root whose row cannot be read keeps no other back', async () => {
  const [broken, sound] = [await shop.seal(), await shop.seal()]
  await shop.tick()
  await shop.database.fork().nativeUpdate(OtsStamp, { anchor: broken.anchorId }, { ots: 'bm90IGEgcHJvb2Y=' })
  await world.calendars[0].settle()
  await shop.tick()
  expect((await shop.read(sound.anchorId)).state).toBe('included')
  expect((await shop.read(broken.anchorId)).state).toBe('submitted')
})

test('a port that is closed lets go of what hangs, and another process takes it up after the lease', async () => {
  const { anchorId } = await shop.seal()
  let hanging = 0
  for (const calendar of world.calendars) calendar.fault = () => void (hanging += 1)
  const port = shop.otherPort()
  const ticking = port.tick()
  await expect.poll(() => hanging).toBe(3)
  await port.close?.()
  await ticking
  world.heal()
  await shop.tick(4)
  expect((await shop.read(anchorId)).state).toBe('queued')
  await shop.tick(1)
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
})

test('without a database a tick says so', async () => {
  const { database } = dyingDatabase(shop.database, 0)
  await expect(shop.otherPort({ database }).tick()).rejects.toThrow('killed')
})
