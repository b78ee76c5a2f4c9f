import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter'
import {
  emptyReport,
  failureOf,
  relativeToRoot,
  slowestOf,
  writeReport,
  type TimedTest,
} from './step-report.ts'

/** Reports the counts, failures and slowest tests of a browser run. */
export default class StepReporter implements Reporter {
  private readonly report = emptyReport()
  private suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onError(error: TestError): void {
    this.report.failures.push(failureOf(error.location?.file, 'outside its tests', textOf([error])))
  }

  onEnd(): void {
    const timed: TimedTest[] = []
    for (const test of this.suite?.allTests() ?? []) {
      // The first titles are the project and the file.
      const title = test.titlePath().slice(3).join(' > ')
      const durationMs = test.results.reduce((sum, { duration }) => sum + duration, 0)
      const file = relativeToRoot(test.location.file)
      timed.push({ file, title, durationMs })
      const outcome = test.outcome()
      if (outcome === 'expected') this.report.passed += 1
      else if (outcome === 'skipped') this.report.skipped.push({ file, title })
      else {
        const errors = test.results.flatMap((result) => result.errors)
        this.report.failures.push(failureOf(test.location.file, title, textOf(errors)))
      }
    }
    this.report.failed = this.report.failures.length
    this.report.slowest = slowestOf(timed)
    writeReport(this.report)
  }
}

function textOf(errors: readonly TestError[]): string {
  return errors.map(({ message, value, stack }) => stack ?? message ?? value ?? '').join('\n')
}
