import * as v from 'valibot'

/** A link to where something is done or read: a screen of the admin, a public page, or a document under `/api/docs`. */
export const PageLink = v.object({ path: v.string(), label: v.string() })
export type PageLink = v.InferOutput<typeof PageLink>

/** The result of one check of the configuration or of a service. */
export const CheckResult = v.object({
  /** `problem`: does not work, or not safely. `warning`: works, but should be improved. */
  level: v.picklist(['fine', 'warning', 'problem']),
  /** What the check saw. */
  message: v.string(),
  /** What to do about it; '' if there is nothing to do. */
  remedy: v.string(),
  /** Where the owner can do it. */
  links: v.array(PageLink),
})
export type CheckResult = v.InferOutput<typeof CheckResult>
