import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { startPostgres } from './postgres.ts'
import { reportVariable, type Failure, type StepReport } from './step-report.ts'

/**
 * `npm test`: everything, in the order in which it is cheapest to fail. `npm test -- unit api` runs only the steps whose
 * names begin so. Ends with everything that failed, since a log is often read from its end, and with the line
 * `N passed, N failed`.
 */

interface Step {
  name: string
  /** Run from the root of the project. */
  command: string[]
  env?: Record<string, string>
  /** Where the runner's reporter leaves its counts and failures; a step without one counts as a single test. */
  report?: string
}

/** How much of each error the end of the output repeats; the whole of it stands in the step's own output. */
const errorLines = 15

const reports = mkdtempSync(path.join(tmpdir(), 'priormark-reports-'))
const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const only = process.argv.slice(2)
const wanted = (name: string) => only.length === 0 || only.some((prefix) => name.startsWith(prefix))
const reporter = (runner: string) => path.join(import.meta.dirname, `${runner}-reporter.ts`)

function vitest(name: string, folder: string, env: Record<string, string> = {}): Step {
  return {
    name,
    command: ['vitest', 'run', '--root', folder, '--reporter=dot', `--reporter=${reporter('vitest')}`],
    // A log keeps no colours, only their codes.
    env: process.stdout.isTTY ? env : { NO_COLOR: '1', ...env },
    report: path.join(reports, `${name.replaceAll(' ', '-')}.json`),
  }
}

function playwright(name: string, folder: string): Step {
  const config = path.join(folder, 'playwright.config.ts')
  return {
    name,
    command: ['playwright', 'test', '--config', config, `--reporter=dot,${reporter('playwright')}`],
    env: { CHROMIUM: chromium },
    report: path.join(reports, `${name}.json`),
  }
}

const total = { passed: 0, failed: 0, skipped: 0 }
const failures: (Failure & { step: string })[] = []

async function run(step: Step): Promise<void> {
  if (!wanted(step.name)) return
  const startedAt = Date.now()
  console.log(`\n== ${step.name}: ${step.command.join(' ')}`)
  const [program = '', ...args] = step.command
  const code = await new Promise<number>((resolve) => {
    const bin = path.join('node_modules', '.bin', program)
    const child = spawn(existsSync(bin) ? bin : program, args, {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...step.env,
        ...(step.report === undefined ? {} : { [reportVariable]: step.report }),
      },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  const report = readReport(step, code)
  total.passed += report.passed
  total.failed += report.failed
  total.skipped += report.skipped
  failures.push(...report.failures.map((failure) => ({ step: step.name, ...failure })))
  console.log(
    `== ${step.name}: ${report.passed} passed, ${report.failed} failed (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  )
}

function readReport(step: Step, code: number): StepReport {
  const whole = (title: string) => ({
    file: '',
    title,
    error: `ended with ${code}: ${step.command.join(' ')}`,
  })
  if (step.report === undefined) {
    return code === 0
      ? { passed: 1, failed: 0, skipped: 0, failures: [] }
      : { passed: 0, failed: 1, skipped: 0, failures: [whole('the step')] }
  }
  if (!existsSync(step.report)) {
    return { passed: 0, failed: 1, skipped: 0, failures: [whole('the runner left no report')] }
  }
  const report = JSON.parse(readFileSync(step.report, 'utf8')) as StepReport
  // A runner that fails without a failed test (a crash, a leak) is a failure all the same.
  if (code === 0 || report.failed > 0) return report
  return { ...report, failed: 1, failures: [whole('the runner failed, and no test did')] }
}

function skip(name: string, reason: string): void {
  if (!wanted(name)) return
  total.skipped += 1
  console.log(`\n== ${name}: skipped, ${reason}`)
}

await run({ name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] })
await run({ name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] })
await run({ name: 'types', command: ['tsc', '-b'] })
await run({ name: 'build', command: ['npm', 'run', 'build', '--silent'] })
await run(vitest('unit rules', '.ci'))
await run(vitest('unit core', 'packages/core'))
await run(vitest('unit site', 'packages/site'))
await run(vitest('unit desktop', 'packages/admin-desktop'))
await run(vitest('api on PGlite', 'packages/api'))

if (wanted('api on PostgreSQL')) {
  const given = process.env['TEST_DATABASE_URL']
  const postgres = given === undefined ? await startPostgres() : null
  const url = given ?? postgres?.url
  if (url === undefined)
    skip('api on PostgreSQL', 'PostgreSQL is not installed (Debian: apt-get install postgresql)')
  else await run(vitest('api on PostgreSQL', 'packages/api', { TEST_DATABASE_URL: url }))
  await postgres?.stop()
}

await run({ name: 'desktop build', command: ['npm', 'run', 'build:desktop', '--silent'] })
// What packs a program for Linux runs on Linux.
if (process.platform === 'linux') {
  const check = ['npm', 'run', 'check-package', '--silent', '-w', '@priormark/admin-desktop']
  await run({ name: 'desktop package', command: check })
}
if (existsSync(chromium)) {
  await run(playwright('journeys', 'packages/site'))
  // On the stand-in, or on Electron where DESKTOP_ELECTRON names it or it is installed.
  await run(playwright('desktop', 'packages/admin-desktop'))
} else {
  for (const name of ['journeys', 'desktop']) {
    skip(name, `there is no Chromium at ${chromium} (Debian: apt-get install chromium; or set CHROMIUM)`)
  }
}

rmSync(reports, { recursive: true, force: true })
for (const { step, file, title, error } of failures) {
  const lines = stripVTControlCharacters(error).trim().split('\n')
  const ours = lines.filter(
    (line) => !/^\s+at .*(node_modules|node:internal|Promise \(<anonymous>)/.test(line),
  )
  console.log(`\nFAILED ${[step, file, title].filter(Boolean).join(' | ')}`)
  for (const line of ours.slice(0, errorLines)) console.log(`    ${line}`)
}
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped === 0 ? '' : `, ${total.skipped} skipped`}`,
)
process.exitCode = total.failed === 0 ? 0 : 1
