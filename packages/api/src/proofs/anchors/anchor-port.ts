import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import type { Database } from '../../platform/database/database.ts'

/** Problems of a port's variables. Each message names its variable. */
export interface AnchorProblems {
  problems: string[]
}

/** The dependencies of every port, apart from its configuration. */
export interface AnchorPortDeps {
  database: Database
  jobs: JobQueue
  log: Log
}

/**
 * One way to record roots. The `anchor` row is written in the transaction that seals the batch, so a port never decides
 * what to anchor. It advances existing rows with recordProgress and reportStuck (anchor-progress.ts).
 */
export interface AnchorPort {
  readonly kind: AnchorKind
  /**
   * Advances every open anchor of this kind by one step: broadcast, replace, confirm or upgrade. Safe at any time,
   * after any crash, and in two processes at once, because whatever it broadcasts is stored first. A failing anchor
   * does not stop the others. Rejects only if nothing could be done at all, such as without a database.
   */
  advance(): Promise<void>
  /** Requests that the next run retries a stuck anchor. */
  retry(anchorId: string): Promise<void>
  close?(): Promise<void>
}

/** Keeps track of the runs of a port, so that `close` can abort them and wait for their end. Two runs may overlap. */
export function createPortRuns(log: Log, runOnce: () => Promise<void>) {
  const stop = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  return {
    /** Aborted when the port closes. */
    signal: stop.signal,
    async advance(): Promise<void> {
      const run = runOnce()
      running = Promise.allSettled([running, run])
      await run
    },
    /**
     * Runs one task and logs its failure, so that the other tasks still run. Returns false after a failure, unless the
     * port is closing.
     */
    async attempt(failureMessage: string, task: () => Promise<void>, logFields: object): Promise<boolean> {
      try {
        await task()
      } catch (error) {
        if (stop.signal.aborted) return true
        log.error({ ...failureOf(error), ...logFields }, failureMessage)
        return false
      }
      return true
    },
    async close(): Promise<void> {
      stop.abort()
      await running
    },
  }
}
