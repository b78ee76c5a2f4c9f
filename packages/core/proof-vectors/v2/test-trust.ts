import { testAuthorities } from './authority.ts'
import { testLogs } from './log-vectors.ts'

/** What the vectors of version 2 trust, in place of what verifiers know. */
export const testTrust = { authorities: testAuthorities, knownLogs: testLogs }
