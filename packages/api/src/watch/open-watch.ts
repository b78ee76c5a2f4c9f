import type { Middleware } from 'koa'
import { findConcerns, type Findings, type Watched } from './concerns.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'
import { watchDoors } from './watch-doors.ts'

export interface WatchInput extends Watched {
  /** Whoever has it may read the metrics; null lets this machine alone. */
  token: string | null
  isStopping: () => boolean
}

/** What tells an operator how the shop does. */
export interface Watch {
  metrics: Pick<Metrics, 'middleware' | 'countKept'>
  /** `/metrics` and `/api/ready`. */
  doors: Middleware
  findConcerns: () => Promise<Findings>
}

/** Starts counting. */
export function openWatch(input: WatchInput): Watch {
  const metrics = createMetrics(input.database)
  return {
    metrics,
    doors: watchDoors({ metrics, readiness: createReadiness(input), token: input.token }),
    findConcerns: () => findConcerns(input),
  }
}
