import { describeEngine } from './describe-engine.ts'
import { startFirefox } from './firefox-driver.ts'
import { findFirefox } from './installed-engines.ts'
import { navigationScenarios } from './navigation-scenarios.ts'
import { scenarios } from './scenarios.ts'

describeEngine('Firefox', findFirefox(), startFirefox, { ...scenarios, ...navigationScenarios })
