import '../../platform/config/umask.ts'
import { parseArgs } from 'node:util'
import { restoreBackup } from '../backup/restore-backup.ts'
import { createLog } from '../../platform/logging/log.ts'
import { describeBackup } from '../backup/manifest.ts'
import { runCommand } from './run-command.ts'

// `npm run restore -- --from FILE`
await runCommand(async (config) => {
  const { values } = parseArgs({ options: { from: { type: 'string' } } })
  if (values.from === undefined) throw new Error('Specify a backup: npm run restore -- --from FILE')
  const manifest = await restoreBackup(config, { from: values.from, log: createLog(config.logLevel) })
  return [
    `Restored and verified every row and file: ${describeBackup(manifest)}.`,
    ...manifest.problems.map((problem) => `Found when the backup was made: ${problem}`),
  ]
})
