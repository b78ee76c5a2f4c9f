import { defineConfig } from 'vitest/config'

// Timeouts only stop hung tests; they do not measure speed. A busy machine is many times slower.
export default defineConfig({ test: { testTimeout: 900_000, hookTimeout: 900_000 } })
