import process from 'node:process'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { draftState } from '@priormark/core/drafts/draft-row'
import { faults } from './draft-model.ts'
import { expectConvergence, expectLaws } from './draft-laws.ts'
import { World, type Desk } from './draft-world.ts'

vi.setConfig({ testTimeout: 600_000 })

/** How many histories are tried: more by a variable. */
const runs = Number(process.env['DRAFT_RUNS'] ?? 2_000)

const points = ['image-sent', 'image-placed', 'frozen', 'answered', 'booked', 'pulled'] as const

const desk = fc.nat(1)
const which = fc.nat(9)
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), desk }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), desk, which, withImage: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), desk, which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('save-opened' as const), desk }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), desk, which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), desk }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('resolve' as const),
      desk,
      which,
      how: fc.constantFrom('mine' as const, 'theirs' as const, 'copy' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      desk,
      which,
      faults: fc.array(
        fc.oneof(
          { weight: 3, arbitrary: fc.constant('none' as const) },
          { weight: 4, arbitrary: fc.constantFrom(...faults) },
        ),
        {
          maxLength: 8,
        },
      ),
      crashAt: fc.option(fc.constantFrom(...points), { freq: 3 }),
      /** What goes on during the round: the author types, or the other machine changes the same post. */
      meanwhile: fc.constantFrom('nothing' as const, 'typing' as const, 'rival' as const),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function pick(ids: readonly string[], n: number): string | undefined {
  return ids[n % ids.length]
}

async function take(world: World, taken: Step): Promise<void> {
  const at: Desk = world.desks[taken.desk === 0 ? 0 : 1]
  if (taken.kind === 'create') return at.create()
  if (taken.kind === 'restart') return at.restart()
  if (taken.kind === 'save-opened') return at.saveOpened()
  const id = pick(taken.kind === 'resolve' ? at.conflicts : at.posts, taken.which)
  if (taken.kind === 'run') {
    const rival = world.desks[taken.desk === 0 ? 1 : 0]
    return at.run(taken.faults, taken.crashAt, async () => {
      if (taken.meanwhile === 'typing' && id !== undefined) await at.edit(id, false)
      const shared = pick(rival.posts, taken.which)
      if (taken.meanwhile !== 'rival' || shared === undefined) return
      await rival.edit(shared, false)
      await rival.run()
    })
  }
  if (id === undefined) return
  if (taken.kind === 'open') return at.open(id)
  if (taken.kind === 'edit') return at.edit(id, taken.withImage)
  if (taken.kind === 'remove') return at.remove(id)
  return at.resolve(id, taken.how)
}

test('no draft is lost, applied twice or written over unseen, and both machines end with what the server has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      const world = new World()
      for (const taken of steps) {
        await take(world, taken)
        expectLaws(world)
      }
      await expectConvergence(world)
    }),
    { numRuns: runs },
  )
})

test('an edit during a round is sent by the same call where it asked for another round', async () => {
  const {
    desks: [ann],
  } = new World()
  await ann.create()
  const [id = ''] = ann.posts
  const row = () => ann.store.rows.get(id)
  let asked: Promise<void> | undefined
  await ann.run([], null, async () => {
    // The request is written down already, so this edit is not in it.
    while (row()?.request === null) await Promise.resolve()
    await ann.edit(id, false)
    asked = ann.runAtOnce(1)
  })
  expect(asked).toBeDefined()
  expect(row()).toMatchObject({ draft: null, request: null, baseVersion: 2 })
})

test('rounds that are asked for at once send nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 3, maxLength: 25 }), async (moves) => {
      const world = new World()
      const [ann] = world.desks
      await ann.create()
      const rounds: Promise<void>[] = []
      for (const move of moves) {
        const [id = ''] = ann.posts
        if (move === 0) await ann.edit(id, true)
        else if (move === 1) await ann.create()
        else rounds.push(ann.runAtOnce(move))
      }
      await Promise.all(rounds)
      await ann.run()
      expectLaws(world)
      expect([...ann.store.rows.values()].every((row) => draftState(row) === 'clean')).toBe(true)
    }),
    { numRuns: 150 },
  )
})
