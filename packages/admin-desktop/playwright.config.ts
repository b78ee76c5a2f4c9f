import { defineConfig } from '@playwright/test'

/** The console on the stand-in, or on Electron where one is. It must be built before (`npm run build:desktop`). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  preserveOutput: 'failures-only',
  forbidOnly: true,
  // Each worker has a server of its own.
  workers: 2,
  // A retry would hide a race.
  retries: 0,
  // Limits end what hangs and measure nothing: a machine that does other work too is many times slower.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: { actionTimeout: 60_000, navigationTimeout: 60_000, trace: 'off' },
})
