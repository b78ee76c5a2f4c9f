import { defineConfig } from 'vitest/config'

/**
 * Runs scenarios.ts in Firefox and WebKit. All other browser tests run in Chromium (../e2e). Part of `npm run test:deep`;
 * to run only these: `npm run build`, then `npx vitest run --root packages/site/engines`.
 *
 * Debian: `apt-get install firefox-esr webkit2gtk-driver xvfb`. FIREFOX, WEBKIT_DRIVER and WEBKIT_BROWSER name programs in other
 * places. An engine that is not installed is skipped, and the output says so.
 */
export default defineConfig({
  test: {
    include: ['*.test.ts'],
    // Timeouts only stop hung tests; they do not measure speed. A busy machine is many times slower.
    testTimeout: 360_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 90_000 } },
  },
})
