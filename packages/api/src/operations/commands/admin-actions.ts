import { Role } from '@priormark/core/platform/roles'
import { shownEmail } from '@priormark/core/platform/email-address'
import {
  addAdmin,
  changeAdmin,
  listAdmins,
  resetAdmin,
  type NewCredentials,
} from '../../staff/auth/admin-service.ts'
import type { Jobs } from '../../platform/jobs/boss-queue.ts'
import type { Em } from '../../platform/database/database.ts'
import * as v from 'valibot'

/** Whether a role follows the name. */
const roleAfterName = {
  add: 'optional',
  role: 'required',
  disable: 'never',
  enable: 'never',
  reset: 'never',
} as const

export type AdminAction = keyof typeof roleAfterName

export interface AdminChange {
  action: AdminAction
  name: string
  /** `owner` if the command names none. */
  role: Role
}

/** Parses the arguments of `npm run admin`; returns null if they are wrong. */
export function parseAdminCommand([verb = '', ...args]: string[]): 'list' | AdminChange | null {
  const [name, role, ...extraArgs] = args
  if (verb === 'list' && name === undefined) return 'list'
  if (!isAction(verb) || name === undefined || name === '' || extraArgs.length > 0) return null
  if (role === undefined)
    return roleAfterName[verb] === 'required' ? null : { action: verb, name, role: 'owner' }
  return roleAfterName[verb] !== 'never' && v.is(Role, role) ? { action: verb, name, role } : null
}

function isAction(verb: string): verb is AdminAction {
  return Object.hasOwn(roleAfterName, verb)
}

/** The actor in the audit log. */
const actor = 'shell'

/** Opens the queue of emails, for the actions that send one. */
type OpenJobs = () => Promise<Pick<Jobs, 'queue' | 'stop'>>

type Action = (em: Em, name: string, role: Role, openJobs: OpenJobs) => Promise<string[]>

const actions: Record<AdminAction, Action> = {
  add: async (em, name, role) => credentialLines(await addAdmin(em, { name, role }, actor)),
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
      return credentialLines(await resetAdmin(em, jobs.queue, name, actor))
    } finally {
      await jobs.stop()
    }
  },
}

/** Runs a command of `npm run admin`. Returns the lines that it prints. */
export async function runAdminCommand(
  command: 'list' | AdminChange,
  em: Em,
  openJobs: OpenJobs,
): Promise<string[]> {
  if (command === 'list') return describeAdmins(em)
  const { action, name, role } = command
  return actions[action](em, name, role, openJobs)
}

function credentialLines({ username, password }: NewCredentials): string[] {
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
      email == null ? 'no email address' : shownEmail(email),
      `since ${createdAt.toISOString().slice(0, 10)}`,
    ].join('  '),
  )
}
