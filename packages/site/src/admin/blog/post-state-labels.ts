import type { AdminPostCard } from '@priormark/core/blog/post'
import type { DraftCard } from '@priormark/core/drafts/draft-service'
import type { StateMark } from '../ui/StateTag.tsx'

/** The status of a post. A draft with a publish date is scheduled. */
export function postMark({ status, scheduledAt }: Pick<AdminPostCard, 'status' | 'scheduledAt'>): StateMark {
  if (status === 'published') return { label: 'Published', tone: 'success' }
  return scheduledAt === null ? { label: 'Draft', tone: 'neutral' } : { label: 'Scheduled', tone: 'warning' }
}

/** Whether a draft has reached the server, or why not. */
export function draftMark({ state, isRemoved }: Pick<DraftCard, 'state' | 'isRemoved'>): StateMark {
  switch (state) {
    case 'conflict':
      return { label: 'Two versions to compare', tone: 'error' }
    case 'blocked':
      return { label: 'Needs changes', tone: 'error' }
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
