import { createLog } from '../src/logging/log.ts'

/** For tests that do not check the log. */
export const silentLog = createLog('silent')
