/** How long what is kept stays, for the sweepers that remove it and for the privacy page that promises it. */

/** The session's cookie, in days after it was last written. */
export const sessionCookieDays = 30

/** What the audit log keeps of logins that failed, in days: whoever tried may be a stranger, whose address it has. */
export const failedLoginDays = 180

/** What the tax office may ask a sole trader for: five years after the 31 January that follows the tax year, so six at most. */
export const accountingYears = 6
