import { describeEngine } from './describe-engine.ts'
import { startFirefox } from './firefox-driver.ts'
import { findFirefox } from './installed-engines.ts'
import { leavingWalks } from './leaving-walks.ts'
import { walks } from './walks.ts'

describeEngine('Firefox', findFirefox(), startFirefox, { ...walks, ...leavingWalks })
