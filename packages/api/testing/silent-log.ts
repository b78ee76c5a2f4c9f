import { createLog } from '../src/log.ts'

/** For tests that are not about what is logged. */
export const silentLog = createLog('silent')
