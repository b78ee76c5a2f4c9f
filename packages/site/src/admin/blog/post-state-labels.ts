import { postStateLabels, type PostState } from '@priormark/core/blog/post'
import type { DraftCard } from '@priormark/core/blog/drafts/draft-service'
import type { StateMark } from '../platform/ui/StateTag.tsx'

const postTones = { draft: 'neutral', scheduled: 'warning', published: 'success' } as const

export function postMark(state: PostState): StateMark {
  return { label: postStateLabels[state], tone: postTones[state] }
}

/** Whether a draft has reached the server, or why not. */
export function draftMark({
  state,
  isRemoved,
  hasDraft,
}: Pick<DraftCard, 'state' | 'isRemoved' | 'hasDraft'>): StateMark {
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
