import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter'
import { failureOf, writeReport, type StepReport } from './step-report.ts'

/** Keeps the counts of the journeys and everything that failed in them. */
export default class StepReporter implements Reporter {
  private readonly report: StepReport = { passed: 0, failed: 0, skipped: 0, failures: [] }
  private journeys: Suite | undefined

  onBegin(_config: FullConfig, journeys: Suite): void {
    this.journeys = journeys
  }

  onError(error: TestError): void {
    this.report.failures.push(failureOf(error.location?.file, 'outside its tests', said([error])))
  }

  onEnd(): void {
    for (const test of this.journeys?.allTests() ?? []) {
      const outcome = test.outcome()
      if (outcome === 'expected') this.report.passed += 1
      else if (outcome === 'skipped') this.report.skipped += 1
      else {
        const errors = test.results.flatMap((result) => result.errors)
        // The project and the file stand before the titles.
        const title = test.titlePath().slice(3).join(' > ')
        this.report.failures.push(failureOf(test.location.file, title, said(errors)))
      }
    }
    this.report.failed = this.report.failures.length
    writeReport(this.report)
  }
}

function said(errors: readonly TestError[]): string {
  return errors.map(({ message, value, stack }) => stack ?? message ?? value ?? '').join('\n')
}
