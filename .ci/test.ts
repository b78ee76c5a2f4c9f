import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { startPostgres } from './postgres.ts'

/**
 * `npm test`: everything, in the order in which it is cheapest to fail. `npm test -- unit api` runs only the steps whose
 * names begin so. Ends with the line `N passed, N failed`.
 */

interface Count {
  passed: number
  failed: number
  skipped: number
}

interface Step {
  name: string
  /** Run from the root of the project. */
  command: string[]
  env?: Record<string, string>
  /** Reads the counts that the step's own report has; a step without one counts as a single test. */
  count?: (report: string) => Count
}

const reports = mkdtempSync(path.join(tmpdir(), 'priormark-reports-'))
const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const only = process.argv.slice(2)
const wanted = (name: string) => only.length === 0 || only.some((prefix) => name.startsWith(prefix))

function vitest(name: string, folder: string, env: Record<string, string> = {}): Step {
  const report = path.join(reports, `${name.replaceAll(' ', '-')}.json`)
  return {
    name,
    command: [
      'vitest',
      'run',
      '--root',
      folder,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env,
    count: () => {
      const result = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number> & {
        testResults: { status: string; assertionResults: unknown[] }[]
      }
      // A file that could not even be loaded has no tests of its own to fail.
      const unloaded = result.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.length === 0,
      )
      return {
        passed: result['numPassedTests'] ?? 0,
        failed: (result['numFailedTests'] ?? 0) + unloaded.length,
        skipped: result['numPendingTests'] ?? 0,
      }
    },
  }
}

function journeys(): Step {
  const report = path.join(reports, 'journeys.json')
  return {
    name: 'journeys',
    command: ['playwright', 'test', '--config', 'packages/site/playwright.config.ts', '--reporter=line,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM: chromium },
    count: () => {
      const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<string, number> }
      return {
        passed: stats['expected'] ?? 0,
        failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0),
        skipped: stats['skipped'] ?? 0,
      }
    },
  }
}

const total: Count = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

async function run(step: Step): Promise<void> {
  if (!wanted(step.name)) return
  const startedAt = Date.now()
  console.log(`\n== ${step.name}: ${step.command.join(' ')}`)
  const [program = '', ...args] = step.command
  const code = await new Promise<number>((resolve) => {
    const bin = path.join('node_modules', '.bin', program)
    const child = spawn(existsSync(bin) ? bin : program, args, {
      stdio: 'inherit',
      env: { ...process.env, ...step.env },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  const single: Count = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  const count = step.count === undefined ? single : readCount(step.count, single)
  // A runner that fails without a failed test (a crash, a leak) is a failure all the same.
  if (code !== 0 && count.failed === 0) count.failed = 1
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  if (count.failed > 0) failures.push(`${step.name}: ${count.failed} failed`)
  console.log(
    `== ${step.name}: ${count.passed} passed, ${count.failed} failed (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  )
}

function readCount(read: (report: string) => Count, fallback: Count): Count {
  try {
    return read(reports)
  } catch {
    return { ...fallback, passed: 0, failed: 1 }
  }
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

if (existsSync(chromium)) await run(journeys())
else
  skip('journeys', `there is no Chromium at ${chromium} (Debian: apt-get install chromium; or set CHROMIUM)`)

rmSync(reports, { recursive: true, force: true })
for (const failure of failures) console.log(failure)
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped === 0 ? '' : `, ${total.skipped} skipped`}`,
)
process.exitCode = total.failed === 0 ? 0 : 1
