import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { databaseDependent } from './test/database-dependent.ts'

// A name that is wrong would leave a file out without a word.
for (const file of databaseDependent) {
  if (!existsSync(path.join(import.meta.dirname, file))) throw new Error(`there is no ${file}`)
}

export default defineConfig({
  test: {
    include: process.env['API_TESTS'] === 'database' ? [...databaseDependent] : ['test/**/*.test.ts'],
    // Limits are there to end what hangs, not to measure: a machine that does other work too is many times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
  },
})
