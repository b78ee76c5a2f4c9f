import type { AdminPostCard } from '@priormark/core/blog/post'
import { formatDay, formatMoment } from '../session/shop-dates.ts'

/** Returns the publish date of a published post, otherwise the date of its last update. */
export function postDateText(post: Pick<AdminPostCard, 'status'> & PostDates): string {
  const date = post.status === 'published' ? post.publishedAt : post.updatedAt
  return date ? formatDay(date) : 'Not published'
}

interface PostDates {
  publishedAt: string | null
  updatedAt: string | null
}

/** Returns when a scheduled draft will be published, or null. */
export function scheduleText({ scheduledAt }: Pick<AdminPostCard, 'scheduledAt'>): string | null {
  return scheduledAt === null ? null : `Publishes ${formatMoment(scheduledAt)}`
}
