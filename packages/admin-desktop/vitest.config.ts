import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Timeouts only stop hung tests; they do not measure speed. A busy machine is many times slower.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
