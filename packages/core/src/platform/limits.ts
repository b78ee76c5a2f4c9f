/** The largest file that a customer can upload: 50 MB. */
export const maxOrderFileBytes = 52_428_800

/** The smallest part of an upload in parts, except its last: it bounds how many pieces a file is stored in. */
export const minUploadPartBytes = 64 * 1024

/** The largest blog image: 10 MB. */
export const maxBlogImageBytes = 10 * 1024 * 1024

/** The largest JSON body of a call that names no other limit, in bytes. */
export const maxJsonBytes = 256 * 1024

/** The message for a file over its limit: 52428800 -> 'Maximum file size is 50MB'. */
export function maxFileSizeMessage(maxBytes: number): string {
  return `Maximum file size is ${maxBytes / 1024 / 1024}MB`
}

/** Maximum lengths in characters. They only prevent abuse. */
export const maxNameLength = 200
export const maxEmailLength = 320
export const maxDescriptionLength = 10_000
export const maxFileNameLength = 255
export const maxLinkLength = 2_000
export const maxSearchLength = 200

/** The largest value of an integer column. */
export const maxDatabaseInteger = 2_147_483_647

/** The number of orders returned if the request has no page. */
export const maxOrdersUnpaged = 500

/** Counting of search results stops here; the interface then shows '1000+'. */
export const maxCount = 1_000

/** Shown while the real price is unknown, in dollars. The product's specification gives each screen its own. */
export const fallbackPrice = { checkout: 8.97, terms: 14.77, admin: 10 } as const

/** The most entries on a page of each list. */
export const blogPageSize = 10
export const adminOrdersPageSize = 20
export const auditPageSize = 50

/** The maximum length of the name of a time zone, such as America/Argentina/ComodRivadavia. */
export const maxTimeZoneLength = 64
