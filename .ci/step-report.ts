import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** The variable that tells a runner's reporter where to write. */
export const reportVariable = 'STEP_REPORT'

/** What failed, and where; the title is that of a test with all its groups, or what else went wrong. */
export interface Failure {
  file: string
  title: string
  error: string
}

/** What a runner counted, and what failed in it. */
export interface StepReport {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

/** A failure as it stands in the report: the file from the project's root. Files without a name are the whole run's. */
export function failureOf(file: string | undefined, title: string, error: string | undefined): Failure {
  return {
    file: file === undefined ? '' : path.relative(path.resolve(import.meta.dirname, '..'), file),
    title,
    error: error ?? 'no error was given',
  }
}

/** Writes the report to where `npm test` asked for it. */
export function writeReport(report: StepReport): void {
  const target = process.env[reportVariable]
  if (target !== undefined) writeFileSync(target, JSON.stringify(report))
}
