import { cases } from '@priormark/core/testing/depth'
import { expect, test } from 'vitest'
import { OtsStamp } from '../../../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { dyingDatabase } from '../../../../testing/dying-database.ts'
import { respondWithStatus } from '../../../../testing/http-stand-in.ts'
import { eventDetails, readOrder } from '../../../../testing/mail-fixtures.ts'
import { useOtsShop } from './ots-fixtures.ts'

const { world, shop } = await useOtsShop()

const steps = ['stamp', 'upgrade', 'final'] as const

/** Advances a root up to the step in which the process dies. */
async function prepare(step: (typeof steps)[number]) {
  const sealed = await shop.seal()
  if (step === 'stamp') return sealed
  await shop.advance()
  await world.calendars[0].settle()
  if (step === 'upgrade') return sealed
  await shop.advance()
  await world.chain.mine(6)
  return sealed
}

// The first one submits the root.
test.each(steps.slice(0, cases({ normal: 1, deep: Infinity })))(
  'completes the step %s in the next process after a crash at any point, and records everything once',
  async (step) => {
    let survived = false
    for (let unitsOfWork = 0; !survived; unitsOfWork += 1) {
      const { anchorId, orderIds } = await prepare(step)
      const dying = dyingDatabase(shop.database, unitsOfWork)
      await shop.database.fork().nativeUpdate(OtsStamp, { anchor: anchorId }, { nextAttemptAt: new Date(0) })
      await shop
        .otherPort({ database: dying.database })
        .advance()
        .catch(() => {})
      survived = !dying.isDead()
      if (step === 'stamp') {
        await shop.advance()
        expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
        await world.calendars[1].settle()
      }
      await shop.advance()
      await world.chain.mine(6)
      await shop.advance()
      expect(await shop.read(anchorId)).toMatchObject({ state: 'final', stuckReason: null })
      const [orderId = ''] = orderIds
      expect((await readOrder(shop.database, orderId)).status).toBe('completed')
      for (const kind of ['anchor_submitted', 'anchor_final', 'link_added'])
        expect(await eventDetails(shop.database, orderId, kind)).toHaveLength(1)
      await shop.reset()
    }
  },
)

test('concurrent processes submit every root once, and record every step once', async () => {
  const sealed = [
    await shop.seal(),
    await shop.seal(),
    await shop.seal(),
    await shop.seal(),
    await shop.seal(),
  ]
  const processes = Array.from({ length: 4 }, () => shop.otherPort())
  const advanceAll = async () => {
    await Promise.all([shop.advance(), ...processes.map((port) => port.advance())])
  }
  await advanceAll()
  expect(shop.asked.filter((address) => address.endsWith('/digest'))).toHaveLength(15)
  await world.calendars[0].settle()
  await advanceAll()
  await world.chain.mine(6)
  await advanceAll()
  for (const { anchorId, orderIds } of sealed) {
    expect((await shop.read(anchorId)).state).toBe('final')
    for (const kind of ['anchor_submitted', 'anchor_included', 'anchor_final', 'link_added'])
      expect(await eventDetails(shop.database, orderIds[0] ?? '', kind)).toHaveLength(1)
  }
})

test("a process that outlived its lease does not overwrite another's work", async () => {
  const { anchorId } = await shop.seal()
  const release: (() => void)[] = []
  for (const calendar of world.calendars)
    calendar.fault = (request, response) => release.push(() => respondWithStatus(503)(request, response))
  const sleeping = shop.otherPort().advance()
  await expect.poll(() => release.length).toBe(3)
  world.clearFaults()
  await shop.advance(6)
  const readRows = () => shop.database.fork().execute('select * from ots_stamp join anchor on id = anchor_id')
  const done = await readRows()
  expect(done).toContainEqual(expect.objectContaining({ id: anchorId, state: 'submitted' }))
  for (const answer of release) answer()
  await sleeping
  expect(await readRows()).toEqual(done)
})

test('a row that cannot be read does not stop the other roots', async () => {
  const [broken, sound] = [await shop.seal(), await shop.seal()]
  await shop.advance()
  await shop.database.fork().nativeUpdate(OtsStamp, { anchor: broken.anchorId }, { ots: 'bm90IGEgcHJvb2Y=' })
  await world.calendars[0].settle()
  await shop.advance()
  expect((await shop.read(sound.anchorId)).state).toBe('included')
  expect((await shop.read(broken.anchorId)).state).toBe('submitted')
})

test('closing a port abandons a hanging request, and another process continues after the lease', async () => {
  const { anchorId } = await shop.seal()
  let hanging = 0
  for (const calendar of world.calendars) calendar.fault = () => void (hanging += 1)
  const port = shop.otherPort()
  const advancing = port.advance()
  await expect.poll(() => hanging).toBe(3)
  await port.close?.()
  await advancing
  world.clearFaults()
  await shop.advance(4)
  expect((await shop.read(anchorId)).state).toBe('queued')
  await shop.advance(1)
  expect(await shop.read(anchorId)).toMatchObject({ state: 'submitted', stuckReason: null })
})

test('a run without a database rejects', async () => {
  const { database } = dyingDatabase(shop.database, 0)
  await expect(shop.otherPort({ database }).advance()).rejects.toThrow('killed')
})
