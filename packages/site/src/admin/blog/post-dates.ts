import { postState, type PostState } from '@priormark/core/blog/post'
import { formatDay, formatMoment } from '../platform/session/shop-dates.ts'

/** Returns when a post was or will be published, otherwise the date of its last update. */
export function postDateText(post: { status: PostState } & PostDates): string {
  const schedule = scheduleText(post)
  if (schedule !== null) return schedule
  const date = post.status === 'published' ? post.publishedAt : post.updatedAt
  return date ? formatDay(date) : 'Not published'
}

interface PostDates {
  scheduledAt: string | null
  publishedAt: string | null
  updatedAt: string | null
}

/** Returns when a scheduled post will be published, or null. */
export function scheduleText(post: { status: PostState; scheduledAt: string | null }): string | null {
  return post.scheduledAt !== null && postState(post) === 'scheduled'
    ? `Publishes ${formatMoment(post.scheduledAt)}`
    : null
}
