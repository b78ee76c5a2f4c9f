import path from 'node:path'
import process from 'node:process'
import { defineConfig } from '@playwright/test'

/** The tests in a real browser on a real server with real files. The site must be built before (`npm run build`). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Works of 50 MB are not kept where nothing failed.
  preserveOutput: 'failures-only',
  forbidOnly: true,
  // What is long by nature runs only in `npm run test:deep`.
  ...(process.env['TEST_DEPTH'] === 'deep' ? {} : { grepInvert: /@deep/ }),
  // Each worker has a browser and servers of its own; a retry would hide a race.
  workers: 2,
  retries: 0,
  // Timeouts only stop hung tests; they do not measure speed.
  timeout: 360_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Recording costs CPU time in every test, also in those that pass.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      // Without a locale Chromium silently drops a chosen file whose path is not ASCII, as that of a test with a ’ in its title.
      env: {
        ...process.env,
        LC_ALL: 'C.UTF-8',
        // Where lines break depends on the fonts.
        FONTCONFIG_FILE: path.join(import.meta.dirname, 'e2e/fonts.conf'),
      },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
