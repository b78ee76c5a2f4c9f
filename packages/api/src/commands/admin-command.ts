import '../umask.ts'
import { parseArgs } from 'node:util'
import type { Role } from '@priormark/core/roles'
import { addAdmin, changeAdmin, listAdmins, resetAdmin, type NewCredentials } from '../auth/admin-service.ts'
import { openDatabase } from '../db/open-database.ts'
import { openQueue, type Jobs } from '../jobs/boss-queue.ts'
import { createLog } from '../logging/log.ts'
import type { Em } from '../sql/database.ts'
import { parseAdminCommand, type AdminAction } from './admin-arguments.ts'
import { runCommand } from './run-command.ts'

const usage = `Specify a command:
  npm run admin -- list
  npm run admin -- add NAME [ROLE]   adds an administrator with a random password; without ROLE, an owner
  npm run admin -- role NAME ROLE    changes their role: owner, orders or blog
  npm run admin -- disable NAME      locks them out and ends their logins
  npm run admin -- enable NAME       lets them in again
  npm run admin -- reset NAME        sets a random password, turns two-step verification off and ends their logins;
                                     they get an email about it once the server runs`

/** The actor in the audit log. */
const actor = 'shell'

type Action = (em: Em, name: string, role: Role, openJobs: () => Promise<Jobs>) => Promise<string[]>

const actions: Record<AdminAction, Action> = {
  add: async (em, name, role) => shownOnce(await addAdmin(em, { name, role }, actor)),
  async role(em, name, role) {
    await changeAdmin(em, { name }, { role }, { actor })
    return [`${name} now has the role ${role}.`]
  },
  async disable(em, name) {
    await changeAdmin(em, { name }, { isDisabled: true }, { actor })
    return [`${name} is disabled and logged out everywhere.`]
  },
  async enable(em, name) {
    await changeAdmin(em, { name }, { isDisabled: false }, { actor })
    return [`${name} is enabled.`]
  },
  async reset(em, name, _role, openJobs) {
    const jobs = await openJobs()
    try {
      return shownOnce(await resetAdmin(em, jobs.queue, name, actor))
    } finally {
      await jobs.stop()
    }
  },
}

// `npm run admin -- add|role|disable|enable|reset|list NAME`. Without DATABASE_URL only one process can open the database,
// so opening it fails with a sentence if the server is running.
await runCommand(async (config) => {
  const command = parseAdminCommand(parseArgs({ allowPositionals: true }).positionals)
  if (command === null) throw new Error(usage)
  const database = await openDatabase(config)
  try {
    await database.migrate()
    if (command === 'list') return await describeAdmins(database.fork())
    const { action, name, role } = command
    const openJobs = () => openQueue({ database, log: createLog(config.logLevel) })
    return await actions[action](database.fork(), name, role, openJobs)
  } finally {
    await database.close()
  }
})

function shownOnce({ username, password }: NewCredentials): string[] {
  return [`Username  ${username}`, `Password  ${password}`, 'The password is shown only once.']
}

async function describeAdmins(em: Em): Promise<string[]> {
  const admins = await listAdmins(em)
  if (admins.length === 0)
    return ['There is no administrator yet. The server creates the first one when it starts.']
  return admins.map(({ username, email, role, disabledAt, totpEnabledAt, createdAt }) =>
    [
      username,
      role,
      disabledAt == null ? 'enabled' : 'disabled',
      totpEnabledAt == null ? 'no two-step verification' : 'two-step verification',
      email ?? 'no email address',
      `since ${createdAt.toISOString().slice(0, 10)}`,
    ].join('  '),
  )
}
