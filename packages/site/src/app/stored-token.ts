/** The key of the admin's token in local and session storage. */
export const tokenKey = 'priormark.admin-token'
/** The key in session storage that tells the admin's document that the login's document opened it. */
export const openedByLoginKey = 'priormark.opened-by-login'
