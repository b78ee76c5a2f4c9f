import * as v from 'valibot'

/** The result of one check of the configuration or of a service. */
export const CheckResult = v.object({
  /** `problem`: does not work, or not safely. `warning`: works, but should be improved. */
  level: v.picklist(['fine', 'warning', 'problem']),
  /** What the check saw. */
  message: v.string(),
  /** What to do about it; '' if there is nothing to do. */
  remedy: v.string(),
})
export type CheckResult = v.InferOutput<typeof CheckResult>
