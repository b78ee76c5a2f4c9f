/** The largest work a customer can upload: 50 MB (SPEC.md section 9). */
export const maxOrderFileBytes = 52_428_800

/** The largest image of the blog: 10 MB (SPEC.md section 9). */
export const maxBlogImageBytes = 10 * 1024 * 1024

/** What is said of a file over its limit: 52428800 -> 'Maximum file size is 50MB' (SPEC.md section 8). */
export function maxFileSizeSentence(maxBytes: number): string {
  return `Maximum file size is ${maxBytes / 1024 / 1024}MB`
}

/** How long texts may be, in characters. The specification names no limit for these; they stop abuse, not people. */
export const maxNameLength = 200
export const maxEmailLength = 320
export const maxDescriptionLength = 10_000
export const maxFileNameLength = 255
export const maxLinkLength = 2_000
export const maxSearchLength = 200

/** The largest whole number that a column of the database holds. */
export const maxDatabaseInteger = 2_147_483_647

/** Orders answered when no page is asked for (DESIGN.md section 3). */
export const maxOrdersUnpaged = 500

/** Counts of search results stop here and are shown as '1000+'. */
export const maxCount = 1_000

/** What pages show while the real price is not known, in dollars (SPEC.md section 9). */
export const fallbackPrice = { checkout: 8.97, terms: 14.77, admin: 10 } as const

/** Lists. */
export const blogPageSize = 10
export const adminOrdersPageSize = 20
export const auditPageSize = 50
