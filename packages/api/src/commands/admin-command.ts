import '../umask.ts'
import { parseArgs } from 'node:util'
import {
  addAdmin,
  disableAdmin,
  enableAdmin,
  listAdmins,
  resetAdmin,
  type NewCredentials,
} from '../auth/admin-service.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Em } from '../sql/database.ts'
import { runCommand } from './run-command.ts'

const usage = `Specify a command:
  npm run admin -- list
  npm run admin -- add NAME       makes an administrator with a random password
  npm run admin -- disable NAME   shuts one out and ends their logins
  npm run admin -- enable NAME    lets one in again
  npm run admin -- reset NAME     new random password, no second factor, no open login`

/** The actor in the audit log. */
const actor = 'shell'

type Action = (em: Em, name: string) => Promise<string[]>

const actions: Record<string, Action> = {
  add: async (em, name) => shownOnce(await addAdmin(em, name, actor)),
  disable: async (em, name) => {
    await disableAdmin(em, name, actor)
    return [`${name} is disabled and logged out everywhere.`]
  },
  enable: async (em, name) => {
    await enableAdmin(em, name, actor)
    return [`${name} is enabled.`]
  },
  reset: async (em, name) => shownOnce(await resetAdmin(em, name, actor)),
}

// `npm run admin -- add|disable|enable|reset|list NAME`. Without DATABASE_URL only one process can open the database,
// so opening it fails with a sentence if the server is running.
await runCommand(async (config) => {
  const [verb = '', name = '', ...rest] = parseArgs({ allowPositionals: true }).positionals
  const isList = verb === 'list' && name === ''
  const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined
  if (!isList && (action === undefined || name === '' || rest.length > 0)) throw new Error(usage)
  const database = await openDatabase(config)
  try {
    await database.migrate()
    return action === undefined ? await describeAdmins(database.fork()) : await action(database.fork(), name)
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
  return admins.map(({ username, disabledAt, totpEnabledAt, createdAt }) =>
    [
      username,
      disabledAt == null ? 'enabled' : 'disabled',
      totpEnabledAt == null ? 'no second factor' : 'second factor',
      `since ${createdAt.toISOString().slice(0, 10)}`,
    ].join('  '),
  )
}
