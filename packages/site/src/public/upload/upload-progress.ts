/** Points the bar may rise in each step, how long a step lasts, and where it waits for the answer (SPEC.md section 4). */
const stepPoints = 5
const stepMs = 100
const cap = 90

/** How often the bar is looked at again, in milliseconds. */
export const progressTickMs = stepMs

/**
 * How far the bar of an upload may stand before the answer, in percent: never faster than 5 points every 100 ms,
 * never past 90, never ahead of the share of bytes that left.
 * @param sentShare 0 to 1
 */
export function uploadProgress(elapsedMs: number, sentShare: number): number {
  const ramp = Math.floor(elapsedMs / stepMs) * stepPoints
  return Math.max(0, Math.min(ramp, cap, Math.floor(sentShare * 100)))
}
