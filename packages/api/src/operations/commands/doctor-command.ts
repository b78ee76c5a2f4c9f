import '../../platform/config/umask.ts'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { CheckGroup } from '@priormark/core/operations/endpoints'
import { readConfig } from '../config/env.ts'
import { checkInvalidVariables, runChecks } from '../doctor/run-checks.ts'
import { requestOpening } from '../backup/local-server.ts'
import { pageLinkAddress } from '../opening/page-links.ts'
import { counted } from '@priormark/core/platform/counted'

// `npm run doctor [-- --backups FOLDER --witnesses]`: exits with 1 if there is a problem, else with 0. With --witnesses, each
// time-stamping authority signs something, which may cost money.
const { values } = parseArgs({ options: { backups: { type: 'string' }, witnesses: { type: 'boolean' } } })
const marks = { fine: ' ok ', warning: 'WARN', problem: 'FAIL' }
const count = { fine: 0, warning: 0, problem: 0 }

const { publicUrl, groups } = startChecks()
for await (const { part, results } of groups) {
  if (results.length === 0) continue
  process.stdout.write(`\n${part}\n`)
  for (const { level, message, remedy, links } of results) {
    count[level] += 1
    const lines = [remedy, ...links.map((pageLink) => pageLinkAddress(pageLink, publicUrl))].filter(
      (line) => line !== '',
    )
    process.stdout.write(
      `  ${marks[level]}  ${message}\n${lines.map((line) => `        ${line}\n`).join('')}`,
    )
  }
}
const problems = counted(count.problem, 'problem', 'problems')
const warnings = counted(count.warning, 'warning', 'warnings')
process.stdout.write(`\n${problems}, ${warnings}, ${count.fine} fine\n`)
process.exit(count.problem > 0 ? 1 : 0)

function startChecks(): { publicUrl: string; groups: AsyncIterable<CheckGroup> | CheckGroup[] } {
  try {
    const config = readConfig()
    const groups = runChecks(config, {
      backups: values.backups ?? null,
      isRequestingTimestamps: values.witnesses === true,
      readOpening: () => requestOpening(config.dataDir),
    })
    return { publicUrl: config.publicUrl, groups }
  } catch (error) {
    return { publicUrl: '', groups: checkInvalidVariables(error) }
  }
}
