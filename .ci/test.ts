import { randomInt } from 'node:crypto'
import { availableParallelism, tmpdir } from 'node:os'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { hasPostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { runProgram, runSteps, type Step, type StepResult } from './run-steps.ts'
import { emptyReport, reportVariable, slowestOf, type StepReport } from './step-report.ts'
import { chosenSteps, stepsOf, type Mode } from './steps.ts'
import { onExit, temporaryFolder } from './temporary-folder.ts'

/**
 * `npm test`, `npm run test:quick`, `npm run test:deep`. `npm test -- unit api` runs only the steps with these
 * prefixes, and what they need. The output ends with the ten slowest tests, what was skipped, all failures, because
 * logs are often read from the end, and the line `N passed, N failed`.
 */

/** How many lines of each error are repeated at the end. The step's own output has all of it. */
const errorLines = 15

const modes = { '--quick': 'quick', '--deep': 'deep' } as const
const args = process.argv.slice(2)
const mode: Mode =
  args.map((arg) => modes[arg as keyof typeof modes]).find((found) => found !== undefined) ?? 'normal'
const prefixes = args.filter((arg) => !(arg in modes))

/** One seed for the whole deep run, since not every failure can print the one of its process. Others have a fixed seed. */
const seed = process.env['TEST_SEED'] ?? (mode === 'deep' ? String(randomInt(2 ** 31)) : null)

const startedAt = performance.now()
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
/** For the reports and temporary files of all steps. A short name, since paths of sockets are limited to 107 characters. */
const folder = mkdtempSync(path.join(temporaryFolder(), 'pm-'))
// As /tmp: some steps run programs as other users.
chmodSync(folder, 0o1777)
onExit(() => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  } catch (error) {
    console.error(`${folder} was not deleted: ${String(error)}`)
  }
})
const total = emptyReport()
const durations: { name: string; durationMs: number }[] = []

function reportFile({ name }: Step): string {
  return path.join(folder, `${name.replaceAll(' ', '-')}.json`)
}

function readReport(step: Step, code: number | null): StepReport {
  const failed = (error: string) => ({
    ...emptyReport(),
    failed: 1,
    failures: [{ file: '', title: 'the step', error }],
  })
  if (code === null) return failed('not run: a step it needs did not pass')
  const ended = `ended with ${code}: ${step.command.join(' ')}`
  if (step.hasReport !== true) return code === 0 ? { ...emptyReport(), passed: 1 } : failed(ended)
  if (!existsSync(reportFile(step))) return failed(`${ended}, without a report`)
  const report = JSON.parse(readFileSync(reportFile(step), 'utf8')) as StepReport
  if (code === 0 || report.failed > 0) return report
  // A runner that fails without a failed test (a crash, a leak) is still a failure.
  return { ...report, failed: 1, failures: failed(`${ended}, though no test failed`).failures }
}

function countsOf({ passed, failed, skipped }: StepReport): string {
  return `${passed} passed, ${failed} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped`}`
}

function onEnd(step: Step, { code, durationMs, output }: StepResult): void {
  const report = readReport(step, code)
  const inStep = <T extends { title: string }>(tests: readonly T[]): T[] =>
    tests.map((test) => ({ ...test, title: `${step.name} | ${test.title}` }))
  total.passed += report.passed
  total.failed += report.failed
  total.skipped.push(...inStep(report.skipped))
  total.failures.push(...inStep(report.failures))
  total.slowest.push(...inStep(report.slowest))
  durations.push({ name: step.name, durationMs })
  console.log(`\n== ${step.name}: ${step.command.join(' ')}`)
  process.stdout.write(output)
  console.log(`== ${step.name}: ${countsOf(report)} (${seconds(durationMs)})`)
}

/** Tests start hundreds of Node programs; compiled code that they keep saves each a third of its start. */
const compiled = {
  NODE_COMPILE_CACHE: path.join(tmpdir(), 'node-compile-cache'),
  PWTEST_CACHE_DIR: path.join(tmpdir(), 'playwright-transform-cache'),
}

const givenUrl = process.env['TEST_DATABASE_URL']
let postgres: Promise<TestPostgres | null> | undefined

/** Returns the server for the tests' databases: TEST_DATABASE_URL, or one started for this run. */
async function databaseServer(): Promise<Record<string, string>> {
  if (givenUrl !== undefined) return { TEST_DATABASE_URL: givenUrl }
  const started = await (postgres ??= startPostgres())
  return started === null ? {} : { TEST_DATABASE_URL: started.url }
}

const { steps, skipped } = stepsOf(mode, givenUrl !== undefined || hasPostgres())
const chosen = chosenSteps(steps, prefixes)
if (chosen.length === 0) {
  console.log(`No step begins with ${prefixes.join(' or ')}: ${steps.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
const streams = chosen.length === 1
await runSteps(chosen, {
  cores: Math.max(2, availableParallelism()),
  run: async (step) => {
    console.log(`-- ${step.name} starts`)
    const database = step.usesPostgres === true ? await databaseServer() : {}
    const seeded: Record<string, string> = seed === null ? {} : { TEST_SEED: seed }
    const env = {
      TMPDIR: folder,
      ...compiled,
      ...step.env,
      ...seeded,
      ...database,
      [reportVariable]: reportFile(step),
    }
    return runProgram({ ...step, env }, streams)
  },
  onEnd,
})
await (await postgres)?.stop()

console.log(`\nDurations (${seconds(performance.now() - startedAt)} in total)`)
for (const { name, durationMs } of durations) console.log(`  ${seconds(durationMs).padStart(8)}  ${name}`)
console.log('Slowest tests')
for (const { file, title, durationMs } of slowestOf(total.slowest)) {
  console.log(`  ${seconds(durationMs).padStart(8)}  ${title} (${file})`)
}
for (const { name, reason } of skipped) {
  if (prefixes.length > 0 && !prefixes.some((prefix) => name.startsWith(prefix))) continue
  total.skipped.push({ file: '', title: `${name}: ${reason}` })
}
if (total.skipped.length > 0) console.log(`Skipped: ${total.skipped.length}`)
for (const { file, title } of total.skipped) console.log(`  ${title}${file && ` (${file})`}`)
for (const { file, title, error } of total.failures) {
  const lines = stripVTControlCharacters(error).trim().split('\n')
  const ours = lines.filter(
    (line) => !/^\s+at .*(node_modules|node:internal|Promise \(<anonymous>)/.test(line),
  )
  console.log(`\nFAILED ${[title, file].filter(Boolean).join(' | ')}`)
  for (const line of ours.slice(0, errorLines)) console.log(`    ${line}`)
}
if (total.failed > 0 && seed !== null) console.log(`\nThe choices of this run: TEST_SEED=${seed}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
