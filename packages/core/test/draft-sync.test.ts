import process from 'node:process'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { draftState } from '@priormark/core/drafts/draft-row'
import { expectLaws } from './draft-laws.ts'
import { tryHistories } from './draft-steps.ts'
import { World } from './draft-world.ts'

vi.setConfig({ testTimeout: 600_000 })

/** How many histories are tried: more by a variable. */
const runs = Number(process.env['DRAFT_RUNS'] ?? 2_000)

test('no draft is lost, applied twice or written over unseen, and both machines end with what the server has', async () => {
  await tryHistories(runs)
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
