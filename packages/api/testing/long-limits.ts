import type { PoolLimits } from '../src/sql/connection-pool.ts'

/** Longer than a test may take, so that no busy machine reaches them. */
export const longLimits: PoolLimits = {
  connectMs: 900_000,
  statementMs: 900_000,
  silenceMs: 900_000,
  idleInTransactionMs: 900_000,
}
