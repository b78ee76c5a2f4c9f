import { defineConfig } from 'vitest/config'

// The limit is there to end what hangs, not to measure: a machine that does other work too is many times slower.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
})
