/** Retention periods, used by the sweepers that delete data and by the privacy page. */

/** The session's cookie, in days after it was last written. */
export const sessionCookieDays = 30

/** For the copy of an order's page in its customer's browser, for reading it offline, in days. */
export const orderPageDays = 90

/** For failed logins in the audit log, in days. They contain IP addresses of people who may not be users. */
export const failedLoginDays = 180

/** Views of posts are kept by day for this long, then by month. They contain no personal data. */
export const dailyViewYears = 2

/** UK sole traders must keep accounts for five years after the January 31 that follows the tax year, so up to six years. */
export const accountingYears = 6
