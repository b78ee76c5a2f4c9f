import '../../platform/config/umask.ts'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { makeBackup } from '../backup/make-backup.ts'
import { describeBackup } from '../backup/manifest.ts'
import { runCommand } from './run-command.ts'

// `npm run backup -- --to DIR|FILE [--encrypt]`
await runCommand(async (config) => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, encrypt: { type: 'boolean', default: false } },
  })
  if (values.to === undefined) throw new Error('Specify a folder: npm run backup -- --to FOLDER [--encrypt]')
  const { file, manifest } = await makeBackup(config, { to: values.to, encrypt: values.encrypt })
  for (const problem of manifest.problems) process.stderr.write(`${problem}\n`)
  // The backup is complete, but the exit code reports the problems to a scheduler.
  if (manifest.problems.length > 0) process.exitCode = 2
  return [`${file}: ${describeBackup(manifest)}.`]
})
