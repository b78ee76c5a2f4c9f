/** The first screen after a login. */
export const homePath = '/admin/dashboard'
export const loginPath = '/admin/login'
export const forgotPasswordPath = '/admin/forgot-password'

/** Returns the path that the login's navigation state asks to return to. Only paths of the admin are accepted. */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return homePath
  const { from } = state
  if (typeof from !== 'string' || !from.startsWith('/admin/') || from.startsWith(loginPath)) return homePath
  return from
}
