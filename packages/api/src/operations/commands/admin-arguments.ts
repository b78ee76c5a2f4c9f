import { Role } from '@priormark/core/platform/roles'
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
  /** An owner's by default. */
  role: Role
}

/** Parses the arguments of `npm run admin`; returns null if they are wrong. */
export function parseAdminCommand([verb = '', ...args]: string[]): 'list' | AdminChange | null {
  const [name, role, ...more] = args
  if (verb === 'list' && name === undefined) return 'list'
  if (!isAction(verb) || name === undefined || name === '' || more.length > 0) return null
  if (role === undefined)
    return roleAfterName[verb] === 'required' ? null : { action: verb, name, role: 'owner' }
  return roleAfterName[verb] !== 'never' && v.is(Role, role) ? { action: verb, name, role } : null
}

function isAction(verb: string): verb is AdminAction {
  return Object.hasOwn(roleAfterName, verb)
}
