import type { PoolLimits } from '../src/platform/database/failover-pool.ts'
import type { StoreLimits } from '../src/platform/storage/s3-client.ts'

/** Longer than a test may take, so that no busy machine reaches them. */
export const longLimits: PoolLimits = {
  connectMs: 900_000,
  statementMs: 900_000,
  responseTimeoutMs: 900_000,
  idleInTransactionMs: 900_000,
}

/** The same for a store of files. */
export const longStoreLimits: StoreLimits = {
  connectMs: 900_000,
  idleTimeoutMs: 900_000,
  retryMs: 900_000,
  cleanUpMs: 900_000,
  checkMs: 900_000,
}
