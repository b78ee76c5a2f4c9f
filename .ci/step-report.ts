import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** The variable that tells a runner's reporter where to write. */
export const reportVariable = 'STEP_REPORT'

/** How many of its slowest tests a run names. */
export const slowestCount = 10

/** A failed test, or what else failed; the title includes the groups around the test. */
export interface Failure {
  file: string
  title: string
  error: string
}

export interface TimedTest {
  file: string
  title: string
  durationMs: number
}

/** The counts of one runner, its failures and its slowest tests. */
export interface StepReport {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
  slowest: TimedTest[]
}

export function emptyReport(): StepReport {
  return { passed: 0, failed: 0, skipped: 0, failures: [], slowest: [] }
}

/** A failure with its file relative to the project's root. Without a file it belongs to the whole run. */
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

/** The slowest of these tests, slowest first. */
export function slowestOf<T extends TimedTest>(tests: readonly T[]): T[] {
  return tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, slowestCount)
}

/** Writes the report to where `npm test` asked for it. */
export function writeReport(report: StepReport): void {
  const target = process.env[reportVariable]
  if (target !== undefined) writeFileSync(target, JSON.stringify(report))
}
