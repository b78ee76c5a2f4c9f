import { existsSync, globSync } from 'node:fs'
import process from 'node:process'

/** An engine's programs, or what to install if one of them does not exist. */
export type Installation<Programs> =
  | { isInstalled: true; programs: Programs }
  | { isInstalled: false; hint: string }

export interface WebKitPrograms {
  driver: string
  browser: string
  display: string
}

export function findFirefox(): Installation<string> {
  const firefox = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr'
  if (existsSync(firefox)) return { isInstalled: true, programs: firefox }
  return {
    isInstalled: false,
    hint: `there is no Firefox at ${firefox} (Debian: apt-get install firefox-esr; or set FIREFOX)`,
  }
}

export function findWebKit(): Installation<WebKitPrograms> {
  const [packaged = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'] = globSync(
    '/usr/lib/*/webkit2gtk-4.*/MiniBrowser',
  )
  const programs = {
    driver: process.env['WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver',
    browser: process.env['WEBKIT_BROWSER'] ?? packaged,
    display: '/usr/bin/Xvfb',
  }
  const missing = Object.values(programs).filter((program) => !existsSync(program))
  if (missing.length === 0) return { isInstalled: true, programs }
  return {
    isInstalled: false,
    hint:
      `WebKit needs ${missing.join(' and ')} ` +
      '(Debian: apt-get install webkit2gtk-driver xvfb; or set WEBKIT_DRIVER and WEBKIT_BROWSER)',
  }
}
