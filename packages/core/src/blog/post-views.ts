import * as v from 'valibot'
import { Uuid } from '../platform/ids.ts'

/** How many days the statistics of a post show, today included. */
export const recentViewDays = 30

/** A month such as '2026-11'; '' for the last `recentViewDays` days. */
export const ViewedMonth = v.object({
  month: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))]), ''),
})

const DayViews = v.object({ day: v.string(), views: v.number() })
const MonthViews = v.object({ month: v.string(), views: v.number() })

/** How often the page of a post was opened, by the days of the shop's time zone. */
export const PostViews = v.object({
  /**
   * The last `recentViewDays` days, or those of the requested month until today, oldest first, including days without
   * views. Empty for a month whose days are no longer stored.
   */
  days: v.array(DayViews),
  /** The months with views, such as '2026-11', newest first. */
  months: v.array(MonthViews),
  /** Since the post was first published. */
  total: v.number(),
})
export type PostViews = v.InferOutput<typeof PostViews>

/** How many posts the statistics of the blog list. */
export const maxViewedPosts = 50

/** The views of all posts together, and the posts that were viewed most in those days. */
export const BlogViews = v.object({
  ...PostViews.entries,
  posts: v.array(v.object({ id: Uuid, title: v.string(), views: v.number() })),
})
export type BlogViews = v.InferOutput<typeof BlogViews>
