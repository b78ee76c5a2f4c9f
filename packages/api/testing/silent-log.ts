import { createLog } from '../src/platform/logging/log.ts'

/** For tests that do not check the log. */
export const silentLog = createLog('silent')
