/** The key of the admin's token in local and session storage. */
export const tokenKey = 'priormark.admin-token'
/** The key in session storage that exists if the login page opened the admin. */
export const openedByLoginKey = 'priormark.opened-by-login'
