import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { databaseDependent, isolated, slow } from './test/file-groups.ts'

// A wrong name would leave a file out silently.
for (const file of [...databaseDependent, ...isolated, ...slow]) {
  if (!existsSync(path.join(import.meta.dirname, file))) throw new Error(`${file} does not exist`)
}

const every = globSync('test/**/*.test.ts', { cwd: import.meta.dirname })

/** API_TESTS=database runs what depends on the database, API_TESTS=quick leaves out the slow groups. */
const groups: Record<string, readonly string[]> = {
  all: every,
  database: databaseDependent,
  quick: every.filter((file) => !slow.includes(file)),
}
const name = process.env['API_TESTS'] ?? 'all'
const files = groups[name]
if (files === undefined)
  throw new Error(`API_TESTS must be ${Object.keys(groups).join(' or ')}, not '${name}'`)

const isIsolated = (file: string) => isolated.includes(file)

// Timeouts only stop hung tests; they do not measure speed.
const timeouts = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 120_000 } } }

export default defineConfig({
  test: {
    // Once for the run: the projects do not extend this configuration.
    globalSetup: ['./testing/shared-s3-server.ts', './testing/every-statement.ts'],
    projects: [
      {
        // Loading the whole application again for each file would take longer than most files' tests.
        test: {
          ...timeouts,
          name: 'shared',
          isolate: false,
          setupFiles: './testing/check-every-row.ts',
          include: files.filter((file) => !isIsolated(file)),
        },
      },
      { test: { ...timeouts, name: 'isolated', include: files.filter(isIsolated) } },
    ],
  },
})
