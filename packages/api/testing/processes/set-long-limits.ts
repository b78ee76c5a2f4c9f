import { evidenceLimit } from '../../src/mail/mail-evidence.ts'
import { scheduledLimits, servingLimits } from '../../src/sql/connection-pool.ts'
import { longLimits } from '../long-limits.ts'

// Loaded before a server: a request or an email that a busy machine delays must wait, not fail.

Object.assign(servingLimits, longLimits)
Object.assign(scheduledLimits, longLimits)
evidenceLimit.makingMs = 900_000
