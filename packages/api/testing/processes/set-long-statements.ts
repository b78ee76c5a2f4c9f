import { servingLimits } from '../../src/platform/database/failover-pool.ts'
import { longLimits } from '../long-limits.ts'

// Loaded before a server whose connections a test blocks or cuts: a request gives up only if it gets no connection.

Object.assign(servingLimits, longLimits, { connectMs: 15_000 })
