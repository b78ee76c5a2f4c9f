import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Core's modules have no state, so test files can share them. Loading them for each file would take half of the CPU time.
    isolate: false,
    // Timeouts only stop hung tests; they do not measure speed.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
