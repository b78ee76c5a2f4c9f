import type { AdminPostCard } from '@priormark/core/blog/post'
import { formatDay, formatMoment } from '@priormark/core/dates'

/** The date column: the publish date of a published post, else when it was updated. */
export function postDateText(post: Pick<AdminPostCard, 'status'> & PostDates): string {
  const date = post.status === 'published' ? post.publishedAt : post.updatedAt
  return date ? formatDay(date) : 'Not published'
}

interface PostDates {
  publishedAt: string | null
  updatedAt: string | null
}

/** When a draft will publish itself, or null. */
export function scheduleText({ scheduledAt }: Pick<AdminPostCard, 'scheduledAt'>): string | null {
  return scheduledAt === null ? null : `Publishes ${formatMoment(scheduledAt)}`
}
