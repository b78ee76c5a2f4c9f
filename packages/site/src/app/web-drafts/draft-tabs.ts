import type { DraftStatus } from '@priormark/core/drafts/draft-desk'
import { DraftStatus as Status } from '@priormark/core/drafts/draft-desk'
import * as v from 'valibot'

/** What a tab tells the others: how its round ended, or that a draft changed. */
export type TabNews = Pick<DraftStatus, 'connection'> | 'changed'

const News = v.union([v.literal('changed'), v.pick(Status, ['connection'])])

/** The tabs of one browser that show the drafts of one user. */
export interface DraftTabs {
  /** Does something while no other tab does it. A tab that ends in whatever way lets the next one in. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  tell(news: TabNews): void
  close(): void
}

/** Joins the tabs of a user. @param onNews called with what other tabs tell */
export function joinTabs(username: string, onNews: (news: TabNews) => void): DraftTabs {
  const name = `priormark-drafts-${username}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }) => {
    const news = v.safeParse(News, data)
    if (news.success) onNews(news.output)
  })
  return {
    alone: (work) => navigator.locks.request(name, work),
    tell: (news) => channel.postMessage(news),
    close: () => channel.close(),
  }
}
