import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The modules of core keep no state, so files can share them: loading them again for each file takes half of the CPU time.
    isolate: false,
    // Timeouts only stop hung tests; they do not measure speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
