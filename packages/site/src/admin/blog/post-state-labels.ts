import type { AdminPostCard } from '@priormark/core/blog/post'
import type { DraftCard } from '@priormark/core/drafts/draft-service'
import type { StateMark } from '../ui/StateTag.tsx'

/** The status of a post. A draft with a publish date is scheduled. */
export function postMark({ status, scheduledAt }: Pick<AdminPostCard, 'status' | 'scheduledAt'>): StateMark {
  if (status === 'published') return { label: 'Published', tone: 'good' }
  return scheduledAt === null ? { label: 'Draft', tone: 'calm' } : { label: 'Scheduled', tone: 'open' }
}

/** Whether a draft of this machine has reached the server, and what prevents it. */
export function draftMark({ state, isRemoved }: Pick<DraftCard, 'state' | 'isRemoved'>): StateMark {
  switch (state) {
    case 'conflict':
      return { label: 'Two versions to compare', tone: 'alarm' }
    case 'blocked':
      return { label: 'Needs changes', tone: 'alarm' }
    case 'clean':
      return { label: 'On the server', tone: 'calm' }
    case 'dirty':
    case 'sending':
      return { label: isRemoved ? 'Deletion waiting to be sent' : 'Waiting to be sent', tone: 'open' }
  }
}
