import { describeEngine } from './describe-engine.ts'
import { findWebKit } from './installed-engines.ts'
import { scenarios } from './scenarios.ts'
import { startWebKit } from './webkit-driver.ts'

describeEngine('WebKit', findWebKit(), startWebKit, scenarios)
