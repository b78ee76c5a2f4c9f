/** The key of the admin's token in local and session storage. */
export const tokenKey = 'priormark.admin-token'
/** The key in session storage that tells the admin's document that the login's document opened it. */
export const openedByLoginKey = 'priormark.opened-by-login'

/** Uses the storage. Returns undefined if it is switched off: then only the session cookie carries the login. */
export function stored<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
