import { postState, type PostState, postStateLabels, type PostStatus } from '@priormark/core/blog/post'
import type { ShopDates } from '../platform/session/shop-dates.tsx'
import { postPath } from '@priormark/core/blog/blog-view'
import type { Platform } from '@priormark/core/admin-platform'
import { ExternalLink, publicAddress } from '../platform/ui/links.tsx'
import type { DraftCard } from '@priormark/core/blog/drafts/draft-service'
import type { StateMark } from '../platform/ui/StateTag.tsx'
import { recentViewDays, type PostViews } from '@priormark/core/blog/endpoints'

/** Returns when a post was or will be published, otherwise the date of its last update. */
export function postDateText(
  post: Pick<DraftCard, 'status' | 'scheduledAt' | 'publishedAt' | 'updatedAt'>,
  dates: ShopDates,
): string {
  const schedule = scheduleText(post, dates)
  if (schedule !== null) return schedule
  const date = post.status === 'published' ? post.publishedAt : post.updatedAt
  return date ? dates.formatDay(date) : 'Not published'
}

/** Returns when a scheduled post will be published, or null. */
export function scheduleText(
  post: Pick<DraftCard, 'status' | 'scheduledAt'>,
  { formatMoment }: ShopDates,
): string | null {
  return post.scheduledAt !== null && postState(post) === 'scheduled'
    ? `Publishes ${formatMoment(post.scheduledAt)}`
    : null
}

const postTones = { draft: 'neutral', scheduled: 'warning', published: 'success' } as const

export function postMark(state: PostState): StateMark {
  return { label: postStateLabels[state], tone: postTones[state] }
}

/** Returns the mark that says whether a draft has reached the server, or why not. */
export function draftMark(card: Pick<DraftCard, 'state' | 'isRemoved' | 'hasDraft'>): StateMark {
  const { state, isRemoved, hasDraft } = card
  switch (state) {
    case 'conflict':
      return { label: 'Two versions to compare', tone: 'error' }
    case 'blocked':
      return { label: hasDraft ? 'Needs changes' : 'Not deleted', tone: 'error' }
    case 'clean':
      return { label: 'On the server', tone: 'neutral' }
    case 'dirty':
    case 'sending':
      return {
        label: isRemoved ? 'Deleted here, not sent yet' : 'Edited here, not sent yet',
        tone: 'warning',
      }
  }
}

type PublicSite = Pick<Platform, 'publicUrl'>

/** Returns the absolute address of a published post. */
export function postAddress(slug: string, site: PublicSite): string {
  return publicAddress(postPath(slug), site)
}

/** Returns a link to a saved post for its toast, or null if readers cannot see it. */
export function savedPostLink({ status, slug }: { status: PostStatus; slug: string }, site: PublicSite) {
  return status === 'published' ? <ExternalLink link={postAddress(slug, site)}>View post</ExternalLink> : null
}

/** Returns a number with separators, such as '1,234'. */
export function formatViews(views: number): string {
  return views.toLocaleString('en-US')
}

/** Returns text such as '1 view' or '1,234 views'. */
export function viewsText(views: number): string {
  return views === 1 ? '1 view' : `${formatViews(views)} views`
}

/** Returns a month's name and year, such as 'November 2026'. @param month such as '2026-11' */
export function monthLabel(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  )
}

/** Returns a month's name and year, such as 'October 2026', or 'the last 30 days' for ''. */
export function periodLabel(month: string): string {
  return month === '' ? `the last ${recentViewDays} days` : monthLabel(month)
}

export function sumOfViews(days: PostViews['days']): number {
  return days.reduce((sum, { views }) => sum + views, 0)
}

/** Returns the label under a day of the chart; '' except for every seventh. @param distance in days from a day with a label */
export function dayLabel(day: string, distance: number): string {
  if (distance % 7 !== 0) return ''
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
