import { describeEngine } from './describe-engine.ts'
import { findWebKit } from './installed-engines.ts'
import { walks } from './walks.ts'
import { startWebKit } from './webkit-driver.ts'

describeEngine('WebKit', findWebKit(), startWebKit, walks)
