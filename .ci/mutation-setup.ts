import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by Stryker's Vitest runner: whether a mutant is active. */
    mode?: 'dry-run' | 'mutant'
  }
}

/** Enough to notice most mutants, since properties run again for each of them. */
const maxRuns = 30
/** After this time the mutant is assumed to prevent the event. */
const maxWaitMs = 30_000
/** Ends a hung test before Stryker kills the process, which would have to load everything again. */
const maxTestMs = 120_000

if (inject('mode') === 'mutant') vi.setConfig({ testTimeout: maxTestMs, hookTimeout: maxTestMs })

vi.mock(import('fast-check'), async (load) => {
  const real = await load()
  const assert = ((property, { numRuns = maxRuns, ...others } = {}) =>
    // A fixed seed, so that the same mutants survive in every run.
    real.assert(property, {
      ...others,
      numRuns: Math.min(numRuns, maxRuns),
      seed: 1,
      // A failure is enough; finding the smallest example would take many more runs.
      endOnFailure: true,
    })) as typeof real.assert
  return { ...real, assert, default: { ...real.default, assert } }
})

const { waitFor } = vi
vi.waitFor = (callback, options = {}) => {
  const { timeout = maxWaitMs, ...others } = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { ...others, timeout: Math.min(timeout, maxWaitMs) })
}
