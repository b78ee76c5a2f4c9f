import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { Stryker } from '@stryker-mutator/core'
import { mutationAreas } from './mutation-areas.ts'
import { startPostgres } from './postgres.ts'

/**
 * `npm run mutation -- [PATH...]`: Stryker changes the sources in one place at a time, and the tests must notice. A
 * path is an area of mutation-areas.ts or a file or folder in one, such as `api/src/orders/payments/payment-sync.ts`; without
 * paths, all areas are measured. Prints the survivors and the score of each path, and fails if a score is below the
 * threshold. Results are cached in node_modules/.cache, so that another run tests only what has changed.
 * mutation-survivors.md lists equivalent mutants. MUTATION_WORKERS: how many mutants are tested concurrently.
 * MUTATION_TESTS: only these test files, separated by commas, for a quick look at a file.
 */

/** The lowest accepted score, in percent. */
const threshold = 80
const workers = Number(process.env['MUTATION_WORKERS'] ?? 2)
const root = path.resolve(import.meta.dirname, '..')
const cache = path.join(root, 'node_modules/.cache/priormark/mutation')

const areaNames = Object.keys(mutationAreas)

type Results = Awaited<ReturnType<Stryker['runMutationTest']>>

/** Runs Stryker in a copy of the project, which is outside the project so that other tools do not find it. */
async function testMutants(name: string, targets: readonly string[]): Promise<Results> {
  const cacheFile = path.join(cache, `${name.replaceAll('/', '-')}.json`)
  removeUncovered(cacheFile)
  const copies = mkdtempSync(path.join(tmpdir(), 'priormark-mutation-'))
  process.env['MUTATION_AREA'] = name
  try {
    const stryker = new Stryker({
      mutate: [
        ...targets.map((target) => `packages/${target}${target.endsWith('.ts') ? '' : '/**/*.ts'}`),
        ...areaNames
          .filter((other) => other.startsWith(`${name}/`))
          .map((inner) => `!packages/${inner}/**/*.ts`),
        ...(mutationAreas[name]?.excluded ?? []).map((file) => `!packages/${file}`),
      ],
      ignorePatterns: ['**/dist', '**/release', 'packages/admin-desktop/out', 'packages/site/static'],
      testRunner: 'vitest',
      vitest: { configFile: '.ci/mutation-vitest.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner'],
      coverageAnalysis: 'perTest',
      // Code that runs while modules load or in a beforeAll() hook needs all tests. With a database that takes most of the
      // time, so what no single test runs (schemas, constants) is left out, and counted in the result.
      ignoreStatic: mutationAreas[name]?.usesPostgres ?? false,
      concurrency: workers,
      // Only stops hung tests. Endless loops caused by mutants are counted and stopped much earlier.
      timeoutMS: 60_000,
      dryRunTimeoutMinutes: 60,
      incremental: true,
      incrementalFile: cacheFile,
      tempDirName: copies,
      // Stryker would rewrite it with compiler functions that TypeScript 7 does not have.
      tsconfigFile: 'none.json',
      disableTypeChecks: false,
      allowConsoleColors: false,
      reporters: ['clear-text', 'progress-append-only'],
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    })
    return await stryker.runMutationTest()
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}

interface CachedResults {
  files: Record<string, { mutants: { status: Results[number]['status'] }[] }>
}

/**
 * Removes results of mutants that no test covered. Stryker would reuse them even if a new test reaches the mutant while
 * its module loads.
 */
function removeUncovered(cacheFile: string): void {
  if (!existsSync(cacheFile)) return
  const cached: CachedResults = JSON.parse(readFileSync(cacheFile, 'utf8'))
  for (const file of Object.values(cached.files))
    file.mutants = file.mutants.filter(({ status }) => status !== 'NoCoverage')
  writeFileSync(cacheFile, JSON.stringify(cached))
}

/** Prints the score of a path. Returns whether it is high enough. */
function reportScore(target: string, results: Results): boolean {
  const count = (...statuses: Results[number]['status'][]) =>
    results.filter(({ status }) => statuses.includes(status)).length
  const killed = count('Killed', 'Timeout')
  const unreached = count('NoCoverage')
  const survived = count('Survived') + unreached
  const ignored = count('Ignored')
  const score = (100 * killed) / (killed + survived)
  const format = (number: number) => number.toLocaleString('en')
  console.log(
    `${target}: ${score.toFixed(1)} % (${format(killed)} killed, ${format(survived)} survived, ` +
      `${format(unreached)} of them in code that no test reaches; ${format(ignored)} left out)`,
  )
  // Stryker counts a mutant as survived if Vitest found no test files for it, which says nothing about the tests.
  const untested = results.filter(
    ({ status, testsCompleted }) => status === 'Survived' && testsCompleted === 0,
  )
  if (untested.length > 0) console.log(`${target}: no test ran for ${untested.length} mutants`)
  return score >= threshold && untested.length === 0
}

const targets = process.argv.length > 2 ? process.argv.slice(2) : areaNames
const areaOf = (target: string) =>
  areaNames.findLast((name) => target === name || target.startsWith(`${name}/`)) ?? ''
const stray = targets.filter((target) => areaOf(target) === '')
if (stray.length > 0) throw new Error(`${stray.join(', ')}: not in any area (${areaNames.join(', ')})`)

mkdirSync(cache, { recursive: true })
const measured: [target: string, results: Results][] = []
for (const [name, inArea = []] of Object.entries(Object.groupBy(targets, areaOf))) {
  const startsPostgres =
    mutationAreas[name]?.usesPostgres === true && process.env['TEST_DATABASE_URL'] === undefined
  const postgres = startsPostgres ? await startPostgres() : null
  if (postgres !== null) process.env['TEST_DATABASE_URL'] = postgres.url
  try {
    const results = await testMutants(name, inArea)
    for (const target of inArea) {
      const folder = path.join(root, 'packages', target)
      measured.push([target, results.filter(({ fileName }) => fileName.startsWith(folder))])
    }
  } finally {
    await postgres?.stop()
    if (postgres !== null) delete process.env['TEST_DATABASE_URL']
  }
}
const isHighEnough = measured.map(([target, results]) => reportScore(target, results))
process.exitCode = isHighEnough.every(Boolean) ? 0 : 1
