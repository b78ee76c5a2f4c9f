import { DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import type { WindowLock } from '@priormark/core/blog/drafts/sync-scheduler'
import * as v from 'valibot'

const Message = v.union([v.literal('changed'), v.pick(DraftStatus, ['connection'])])

/** Connects the tabs of a user. A tab that closes, or crashes, while it holds the lock releases it. */
export function lockTabs(username: string): WindowLock {
  const name = `priormark-drafts-${username}`
  const channel = new BroadcastChannel(name)
  return {
    runExclusively: (work) => navigator.locks.request(name, work),
    broadcast: (message) => channel.postMessage(message),
    onMessage(listener) {
      channel.addEventListener('message', ({ data }) => {
        const message = v.safeParse(Message, data)
        if (message.success) listener(message.output)
      })
    },
    close: () => channel.close(),
  }
}
