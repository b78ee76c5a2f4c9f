import * as v from 'valibot'

/** How many days the statistics of a post show, today included. */
export const recentViewDays = 30

/** How often the page of a post was opened. */
export const PostViews = v.object({
  /** The last `recentViewDays` days of the shop's time zone, oldest first, with those without views. */
  days: v.array(v.object({ day: v.string(), views: v.number() })),
  /** Since the post was first published. */
  total: v.number(),
})
export type PostViews = v.InferOutput<typeof PostViews>
