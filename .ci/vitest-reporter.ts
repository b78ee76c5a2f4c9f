import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { failureOf, writeReport, type Failure, type StepReport } from './step-report.ts'

type Errors = readonly { message: string; stack?: string | undefined; diff?: unknown }[]

function said(errors: Errors): string {
  return errors
    .flatMap(({ message, stack, diff }) => [stack ?? message, typeof diff === 'string' ? diff : ''])
    .join('\n')
}

/** What failed outside a test: a file that did not load, a hook before or after all tests of a group. */
function brokenGroups(module: TestModule): Failure[] {
  return [module, ...module.children.allSuites()].flatMap((group) => {
    const errors = group.errors()
    const title = group.type === 'suite' ? group.fullName : 'outside its tests'
    return errors.length === 0 ? [] : [failureOf(module.moduleId, title, said(errors))]
  })
}

/** Keeps the counts of a run and everything that failed in it, the errors that no test stands for too. */
export default class StepReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: StepReport = { passed: 0, failed: 0, skipped: 0, failures: [] }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        if (state === 'passed') report.passed += 1
        else if (state === 'skipped') report.skipped += 1
        else report.failures.push(failureOf(module.moduleId, test.fullName, said(errors)))
      }
      report.failures.push(...brokenGroups(module))
    }
    for (const error of unhandled) {
      report.failures.push(failureOf(undefined, 'an error that nobody handled', said([error])))
    }
    report.failed = report.failures.length
    writeReport(report)
  }
}
