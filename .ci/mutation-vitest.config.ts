import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { mutationAreas } from './mutation-areas.ts'
import { mutationPool } from './mutation-pool.ts'

/** How Stryker runs the tests of the area in MUTATION_AREA, in its copy of the project. */
const root = path.resolve(import.meta.dirname, '..')
const area = mutationAreas[process.env['MUTATION_AREA'] ?? '']

export default defineConfig({
  root,
  // The link in node_modules points out of the copy, to sources without mutants.
  resolve: {
    alias: [{ find: /^@priormark\/core\/(.*)$/, replacement: path.join(root, 'packages/core/src/$1.ts') }],
  },
  plugins: [
    {
      name: 'mutation-pool',
      // Stryker sets a pool of Vitest's own, over that of a configuration.
      configureVitest({ project }) {
        project.config.pool = mutationPool.name
        project.config.poolRunner = mutationPool
      },
    },
  ],
  test: {
    include: area?.tests ?? [],
    setupFiles: [path.join(import.meta.dirname, 'mutation-setup.ts')],
    // Stryker stops hung tests.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
