import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import {
  emptyReport,
  failureOf,
  relativeToRoot,
  slowestOf,
  writeReport,
  type Failure,
  type TimedTest,
} from './step-report.ts'

type Errors = readonly { message: string; stack?: string | undefined; diff?: unknown }[]

function textOf(errors: Errors): string {
  return errors
    .flatMap(({ message, stack, diff }) => [stack ?? message, typeof diff === 'string' ? diff : ''])
    .join('\n')
}

/** Failures outside a test: a file that did not load, or a hook before or after a group. */
function failedGroups(module: TestModule): Failure[] {
  return [module, ...module.children.allSuites()].flatMap((group) => {
    const errors = group.errors()
    const title = group.type === 'suite' ? group.fullName : 'outside its tests'
    return errors.length === 0 ? [] : [failureOf(module.moduleId, title, textOf(errors))]
  })
}

/** Reports the counts, failures and slowest tests of a run, including errors outside tests. */
export default class StepReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report = emptyReport()
    const timed: TimedTest[] = []
    for (const module of modules) {
      const file = relativeToRoot(module.moduleId)
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        timed.push({ file, title: test.fullName, durationMs: test.diagnostic()?.duration ?? 0 })
        if (state === 'passed') report.passed += 1
        else if (state === 'skipped') report.skipped.push({ file, title: test.fullName })
        else report.failures.push(failureOf(module.moduleId, test.fullName, textOf(errors)))
      }
      report.failures.push(...failedGroups(module))
    }
    for (const error of unhandled) {
      report.failures.push(failureOf(undefined, 'unhandled error', textOf([error])))
    }
    report.failed = report.failures.length
    report.slowest = slowestOf(timed)
    writeReport(report)
  }
}
