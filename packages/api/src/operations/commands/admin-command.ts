import '../../platform/config/umask.ts'
import { parseArgs } from 'node:util'
import { openDatabase } from '../database/open-database.ts'
import { openQueue } from '../../platform/jobs/boss-queue.ts'
import { createLog } from '../../platform/logging/log.ts'
import { runAdminCommand, parseAdminCommand } from './admin-actions.ts'
import { runCommand } from './run-command.ts'

const usage = `Specify a command:
  npm run admin -- list
  npm run admin -- add NAME [ROLE]   adds an administrator with a random password; without ROLE, an owner
  npm run admin -- role NAME ROLE    changes their role: owner, orders or blog
  npm run admin -- disable NAME      locks them out and ends their logins
  npm run admin -- enable NAME       lets them in again
  npm run admin -- reset NAME        sets a random password, turns two-step verification off and ends their logins;
                                     they get an email about it once the server runs`

// `npm run admin -- add|role|disable|enable|reset|list NAME`. Without DATABASE_URL only one process can open the database,
// so opening it fails with a message if the server is running.
await runCommand(async (config) => {
  const command = parseAdminCommand(parseArgs({ allowPositionals: true }).positionals)
  if (command === null) throw new Error(usage)
  const database = await openDatabase(config)
  try {
    await database.migrate()
    const openJobs = () => openQueue({ database, log: createLog(config.logLevel) })
    return await runAdminCommand(command, database.fork(), openJobs)
  } finally {
    await database.close()
  }
})
