import { createLog } from '../src/logging/log.ts'

/** For tests that are not about what is logged. */
export const silentLog = createLog('silent')
