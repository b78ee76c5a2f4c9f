import { existsSync } from 'node:fs'
import process from 'node:process'

/**
 * The browser of tests, screenshots and measurements: `$CHROMIUM`, else Chromium's headless shell (the same engine without
 * the browser's own interface, which costs a third of the CPU time), else Chromium.
 */
export const chromiumPath =
  process.env['CHROMIUM'] ??
  (existsSync('/usr/bin/chromium-headless-shell') ? '/usr/bin/chromium-headless-shell' : '/usr/bin/chromium')
