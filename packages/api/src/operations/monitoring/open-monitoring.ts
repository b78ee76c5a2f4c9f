import type { Opening } from '@priormark/core/operations/opening/endpoints'
import type { Middleware } from 'koa'
import { findHealthIssues, type HealthReport, type HealthDeps } from './health-issues.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'
import { monitoringEndpoints } from './monitoring-endpoints.ts'
import { readOpening } from '../opening/opening-service.ts'

interface MonitoringDeps extends HealthDeps {
  /** Allows reading the metrics; null allows only this machine. */
  token: string | null
  isStopping: () => boolean
}

export interface Monitoring {
  metrics: Pick<Metrics, 'middleware' | 'countCached'>
  /** `/metrics` and `/api/ready`. */
  endpoints: Middleware
  findHealthIssues: () => Promise<HealthReport>
  readOpening: () => Promise<Opening>
}

/** Starts counting requests and makes the checks available. */
export function openMonitoring(deps: MonitoringDeps): Monitoring {
  const metrics = createMetrics(deps.database)
  return {
    metrics,
    endpoints: monitoringEndpoints({ metrics, readiness: createReadiness(deps), token: deps.token }),
    findHealthIssues: () => findHealthIssues(deps),
    readOpening: () => readOpening(deps),
  }
}
