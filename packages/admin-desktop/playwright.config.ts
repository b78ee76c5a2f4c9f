import process from 'node:process'
import { defineConfig } from '@playwright/test'

/** Tests the app on the stand-in, or on Electron if it is installed. Build first (`npm run build:desktop`). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  preserveOutput: 'failures-only',
  forbidOnly: true,
  // Rarer cases run only in `npm run test:deep`.
  ...(process.env['TEST_DEPTH'] === 'deep' ? {} : { grepInvert: /@deep/ }),
  // Each worker has its own server.
  workers: 2,
  // A retry would hide a race.
  retries: 0,
  // Timeouts only stop hung tests; they do not measure speed. A busy machine is many times slower.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: { actionTimeout: 60_000, navigationTimeout: 60_000, trace: 'off' },
})
