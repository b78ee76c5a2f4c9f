import process from 'node:process'
import { defineConfig } from '@playwright/test'

/** The journeys: real browser, real server, real files. The site must be built before (`npm run build`). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Works of 50 MB are not kept where nothing failed.
  preserveOutput: 'failures-only',
  forbidOnly: true,
  // One browser and one server at a time; a retry would hide a race.
  workers: 1,
  retries: 0,
  // Limits are there to end what hangs, not to measure: a machine that does other work too is many times slower.
  timeout: 360_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      // Without a locale Chromium silently drops a chosen file whose path is not ASCII, as that of a test with a ’ in its title.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
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
