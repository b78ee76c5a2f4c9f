import path from 'node:path'
import process from 'node:process'
import { chromiumPath } from '@priormark/core/testing/chromium'
import { defineConfig } from '@playwright/test'

/** Tests in a real browser with a real server and real files. Build the site first (`npm run build`). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Deletes the test files of up to 50 MB of tests that passed.
  preserveOutput: 'failures-only',
  forbidOnly: true,
  // Long tests run only in `npm run test:deep`.
  ...(process.env['TEST_DEPTH'] === 'deep' ? {} : { grepInvert: /@deep/ }),
  // Each worker has its own browser and servers. A third would cost more than it saves beside the API's tests.
  workers: 2,
  // A retry would hide a race.
  retries: 0,
  // Timeouts only stop hung tests; they do not measure speed.
  timeout: 360_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    // Files about offline pages and drafts allow it; in the others it would install itself, and store the admin, for every test.
    serviceWorkers: 'block',
    // Animations cost a third of the CPU time, and tests wait for their end. keyboard.spec.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Recording costs CPU time in every test, even in those that pass.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromiumPath,
      // Without a locale, Chromium silently drops a chosen file whose path is not ASCII, such as that of a test with a ’ in its title.
      env: {
        ...process.env,
        LC_ALL: 'C.UTF-8',
        // Line breaks depend on the fonts.
        FONTCONFIG_FILE: path.join(import.meta.dirname, 'e2e/fonts.conf'),
      },
      args: [
        // Optimizing code that runs for seconds costs more than it saves.
        '--js-flags=--no-opt --no-maglev',
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
