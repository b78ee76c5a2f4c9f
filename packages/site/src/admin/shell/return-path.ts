/** Where login goes when nobody was on the way anywhere. */
export const homePath = '/admin/dashboard'
export const loginPath = '/admin/login'

/** The place a person was turned away from, out of the login's navigation state; only a place of the admin counts. */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return homePath
  const { from } = state
  if (typeof from !== 'string' || !from.startsWith('/admin/') || from.startsWith(loginPath)) return homePath
  return from
}
