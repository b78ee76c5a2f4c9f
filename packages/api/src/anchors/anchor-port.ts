import type { AnchorKind } from '@priormark/core/anchors/anchor'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Log } from '../logging/log.ts'
import type { Database } from '../sql/database.ts'

/** What is wrong with a port's variables, a sentence each, naming the variable. */
export interface AnchorProblems {
  problems: string[]
}

/** What every port needs besides its own configuration. */
export interface AnchorPortDeps {
  database: Database
  jobs: JobQueue
  log: Log
}

/**
 * One way to record roots. The intent is the `anchor` row, written in the transaction that seals the batch: a port never
 * decides what is to be anchored, it only drives what stands there (recordProgress and reportStuck in anchor-progress.ts).
 */
export interface AnchorPort {
  readonly kind: AnchorKind
  /**
   * Drives every open anchor of this kind one step: broadcast, replace, confirm, upgrade. Safe at any time, after any
   * crash, and in two processes at once; what it broadcasts is durable before. One anchor that fails keeps no other back.
   * Rejects only where nothing at all could be done, such as without a database.
   */
  tick(): Promise<void>
  /** Takes an anchor that is stuck up again at the next tick, as an administrator asked for. */
  retry(anchorId: string): Promise<void>
  close?(): Promise<void>
}
