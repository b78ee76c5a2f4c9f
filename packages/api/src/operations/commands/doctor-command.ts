import '../../platform/config/umask.ts'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runChecks } from '../doctor/run-checks.ts'
import { counted } from '../monitoring/health-issue.ts'

// `npm run doctor [-- --backups FOLDER]`: exits with 1 if there is a problem, else with 0.
const { values } = parseArgs({ options: { backups: { type: 'string' } } })
const marks = { fine: ' ok ', warning: 'WARN', problem: 'FAIL' }
const count = { fine: 0, warning: 0, problem: 0 }

for await (const { part, results } of runChecks({ backups: values.backups ?? null })) {
  process.stdout.write(`\n${part}\n`)
  for (const { level, message, remedy } of results) {
    count[level] += 1
    process.stdout.write(`  ${marks[level]}  ${message}\n${remedy === '' ? '' : `        ${remedy}\n`}`)
  }
}
const problems = counted(count.problem, 'problem', 'problems')
const warnings = counted(count.warning, 'warning', 'warnings')
process.stdout.write(`\n${problems}, ${warnings}, ${count.fine} fine\n`)
process.exit(count.problem > 0 ? 1 : 0)
