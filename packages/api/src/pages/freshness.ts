import { setTimeout as wait } from 'node:timers/promises'

/** How long pages are taken to be up to date after they were found to be, in milliseconds. */
const freshForMs = 1_000

/** How long anybody waits for a look; a database that hangs must not take the kept pages with it. */
const patienceMs = 1_000

/** Whether what is kept still is what there is. */
export interface Freshness {
  /** True for a moment after a check. */
  isFresh(): boolean
  /** Looks, at most once a moment for all who ask. Where looking fails or takes long, what is kept holds. */
  check(): Promise<void>
}

/** @param read a number that changes with what is kept; `onChange` forgets it */
export function createFreshness(read: () => Promise<number>, onChange: () => void): Freshness {
  let known: number | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | null = null
  const isFresh = () => performance.now() - checkedAt < freshForMs

  async function look(): Promise<void> {
    try {
      const current = await read()
      if (known !== null && known !== current) onChange()
      known = current
    } catch {
      // Without the database a kept page is better than none.
    } finally {
      checkedAt = performance.now()
      checking = null
    }
  }

  return {
    isFresh,
    async check() {
      if (isFresh()) return
      checking ??= look()
      await Promise.race([checking, wait(patienceMs, undefined, { ref: false })])
      checkedAt = performance.now()
    },
  }
}
