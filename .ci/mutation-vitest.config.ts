import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mutationAreas } from './mutation-areas.ts'
import { mutationPool } from './mutation-pool.ts'

/** Configures Stryker's runs in its copy of the project, for the area in MUTATION_AREA. */
const root = path.resolve(import.meta.dirname, '..')
const area = mutationAreas[process.env['MUTATION_AREA'] ?? '']

const waiting = /eventually|until[A-Z]|waitFor|\.poll\(/

/**
 * The first failure ends a run, so the shortest files run first. Those that wait for events follow, because they wait in vain
 * for half a minute if a mutant prevents one.
 */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = (file: TestSpecification) =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0
    const waits = ({ moduleId }: TestSpecification) => Number(waiting.test(readFileSync(moduleId, 'utf8')))
    return files.toSorted((a, b) => waits(a) - waits(b) || duration(a) - duration(b))
  }
}

export default defineConfig({
  root,
  // The link in node_modules points to the original sources, without mutants.
  resolve: {
    alias: [
      {
        find: /^@priormark\/core\/((?:proof-vectors|testing)\/.*)$/,
        replacement: path.join(root, 'packages/core/$1.ts'),
      },
      { find: /^@priormark\/core\/(.*)$/, replacement: path.join(root, 'packages/core/src/$1.ts') },
    ],
  },
  plugins: [
    {
      name: 'mutation-pool',
      // Stryker sets its own pool after the configuration is read.
      configureVitest({ vitest, project }) {
        vitest.onClose(mutationPool.close)
        project.config.pool = mutationPool.name
        project.config.poolRunner = mutationPool
      },
    },
  ],
  test: {
    include: process.env['MUTATION_TESTS']?.split(',') ?? area?.tests ?? [],
    setupFiles: [path.join(import.meta.dirname, 'mutation-setup.ts')],
    sequence: { sequencer: ShortestFirst },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
