import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of Stryker's Vitest runner: whether a mutant is on. */
    mode?: 'dry-run' | 'mutant'
  }
}

/** Enough to notice most mutants: the properties run again for each of them. */
const maxRuns = 30
/** What has not happened by then is prevented by the mutant. */
const maxWaitMs = 30_000
/** A hung test is a failed one, before Stryker stops the process, which then loads everything again. */
const maxTestMs = 120_000

if (inject('mode') === 'mutant') vi.setConfig({ testTimeout: maxTestMs, hookTimeout: maxTestMs })

vi.mock(import('fast-check'), async (load) => {
  const real = await load()
  const assert = ((property, { numRuns = maxRuns, ...others } = {}) =>
    // With a seed, so that the same mutants survive in every run.
    real.assert(property, {
      ...others,
      numRuns: Math.min(numRuns, maxRuns),
      seed: 1,
      // That it fails is enough: the smallest example would take many more runs.
      endOnFailure: true,
    })) as typeof real.assert
  return { ...real, assert, default: { ...real.default, assert } }
})

const { waitFor } = vi
vi.waitFor = (callback, options = {}) => {
  const { timeout = maxWaitMs, ...others } = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { ...others, timeout: Math.min(timeout, maxWaitMs) })
}
