import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** The variable with the file that a runner's reporter writes to. */
export const reportVariable = 'STEP_REPORT'

/** How many of the slowest tests are listed. */
const slowestCount = 10

/** A test of a runner. The title includes the groups around it. */
interface ReportedTest {
  file: string
  title: string
}

/** A failed test, or another failure. */
export interface Failure extends ReportedTest {
  error: string
}

export interface TimedTest extends ReportedTest {
  durationMs: number
}

/** The counts of one runner, its skipped tests, its failures and its slowest tests. */
export interface StepReport {
  passed: number
  failed: number
  skipped: ReportedTest[]
  failures: Failure[]
  slowest: TimedTest[]
}

export function emptyReport(): StepReport {
  return { passed: 0, failed: 0, skipped: [], failures: [], slowest: [] }
}

/** Creates a failure with its file relative to the project's root. Without a file it belongs to the whole run. */
export function failureOf(file: string | undefined, title: string, error: string | undefined): Failure {
  return {
    file: file === undefined ? '' : relativeToRoot(file),
    title,
    error: error ?? 'no error was given',
  }
}

export function relativeToRoot(file: string): string {
  return path.relative(path.resolve(import.meta.dirname, '..'), file)
}

/** Returns the slowest tests, slowest first. */
export function slowestOf<T extends TimedTest>(tests: readonly T[]): T[] {
  return tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, slowestCount)
}

/** Writes the report to the file that `npm test` requested. */
export function writeReport(report: StepReport): void {
  const target = process.env[reportVariable]
  if (target !== undefined) writeFileSync(target, JSON.stringify(report))
}
