import { evidenceLimit } from '../../src/orders/emails/compose-mail.ts'
import { scheduledLimits, servingLimits } from '../../src/platform/database/failover-pool.ts'
import { servingLimits as storeLimits } from '../../src/platform/storage/s3-client.ts'
import { longLimits, longStoreLimits } from '../long-limits.ts'

// Loaded before a server: a request or an email that a busy machine delays must wait, not fail.

Object.assign(servingLimits, longLimits)
Object.assign(scheduledLimits, longLimits)
Object.assign(storeLimits, longStoreLimits)
evidenceLimit.makingMs = 900_000
