import fc from 'fast-check'
import { faults } from './draft-model.ts'
import { expectConvergence, expectInvariants } from './draft-invariants.ts'
import { World, type Device } from './draft-world.ts'

const device = fc.nat(1)
const which = fc.nat(9)
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), device }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), device, which, withImage: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), device, which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('save-opened' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), device, which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), device }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('resolve' as const),
      device,
      which,
      how: fc.constantFrom('mine' as const, 'theirs' as const, 'copy' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      device,
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
      /** The call of the store or the server after which the process ends. */
      crashAfter: fc.option(fc.integer({ min: 1, max: 10 }), { freq: 3 }),
      /** What happens during the sync cycle: the author edits, or the other device changes the same post. */
      meanwhile: fc.constantFrom('nothing' as const, 'typing' as const, 'rival' as const),
    }),
  },
)
/** A sequence of steps for two devices and a server. */
const history = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' })

/** One step. */
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function pick(ids: readonly string[], n: number): string | undefined {
  return ids[n % ids.length]
}

/** Executes a step. */
async function takeStep(world: World, taken: Step): Promise<void> {
  const at: Device = world.devices[taken.device === 0 ? 0 : 1]
  if (taken.kind === 'create') return at.create()
  if (taken.kind === 'restart') return at.restart()
  if (taken.kind === 'save-opened') return at.saveOpened()
  const id = pick(taken.kind === 'resolve' ? at.conflicts : at.posts, taken.which)
  if (taken.kind === 'run') {
    const rival = world.devices[taken.device === 0 ? 1 : 0]
    return at.run(taken.faults, taken.crashAfter, async () => {
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

/**
 * Generates histories and checks the invariants after every step.
 * @param runs number of histories, and their seed
 * @param newWorld creates two devices and a server with empty stores
 * @param look called after every step and at the end, in addition to the invariants
 */
export async function tryHistories(
  runs: { numRuns: number; seed: number },
  newWorld: () => World = () => new World(),
  look: (world: World, isOver: boolean) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = newWorld()
      for (const step of steps) {
        await takeStep(world, step)
        expectInvariants(world)
        await look(world, false)
      }
      await expectConvergence(world)
      await look(world, true)
    }),
    runs,
  )
}
