import { defineConfig } from 'vitest/config'

// Timeouts only stop hung tests; they do not measure speed. A busy machine is many times slower.
// These tests read files and start programs, and change nothing in their process.
export default defineConfig({ test: { isolate: false, testTimeout: 900_000, hookTimeout: 900_000 } })
