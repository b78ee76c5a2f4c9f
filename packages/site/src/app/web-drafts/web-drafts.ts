import { authEndpoints } from '@priormark/core/auth/endpoints'
import type { DraftDesk, DraftStatus } from '@priormark/core/drafts/draft-desk'
import { ApiError } from '@priormark/core/http/api-error'
import type { Client } from '@priormark/core/http/client'
import type { RoundOutcome } from '@priormark/core/drafts/draft-sync'
import type { UserDrafts } from './user-drafts.ts'

/** The drafts of whoever is logged in in this browser. */
export interface WebDrafts extends DraftDesk {
  /** Somebody logged in, perhaps another than before: whoever watches sees theirs. */
  admit(): void
  /** Nobody is logged in any more. */
  forget(): void
}

/** Drafts on the web: found by who is logged in, each user's in a database of its own, and left there at the logout. */
export function createWebDrafts(client: Client): WebDrafts {
  let opened: Promise<UserDrafts> | null = null
  const listeners = new Set<(status: DraftStatus) => void>()

  const whoIsLoggedIn = async () => (await client.call(authEndpoints.ping, {})).username

  async function open(): Promise<UserDrafts> {
    const username = await whoIsLoggedIn()
    const { openUserDrafts } = await import('./user-drafts.ts')
    const drafts = await openUserDrafts({ username, client, mayRun: () => mayRun(username) })
    drafts.watch((status) => {
      for (const listener of listeners) listener(status)
    })
    return drafts
  }

  /** Nothing of one user is sent in the name of another, who logged in in another tab. */
  async function mayRun(username: string): Promise<RoundOutcome> {
    try {
      return (await whoIsLoggedIn()) === username ? 'idle' : 'unauthenticated'
    } catch (error) {
      return error instanceof ApiError && error.status === 401 ? 'unauthenticated' : 'later'
    }
  }

  function desk(): Promise<UserDrafts> {
    if (opened !== null) return opened
    const opening = open()
    opened = opening
    // A failure is not kept: the next one to ask tries again.
    opening.catch(() => {
      if (opened === opening) opened = null
    })
    return opening
  }

  function close(): void {
    const former = opened
    opened = null
    void former?.then(
      (drafts) => drafts.close(),
      () => undefined,
    )
  }

  return {
    list: async (query) => (await desk()).list(query),
    read: async (id) => (await desk()).read(id),
    save: async (input) => (await desk()).save(input),
    remove: async (id) => (await desk()).remove(id),
    resolve: async (input) => (await desk()).resolve(input),
    bin: async () => (await desk()).bin(),
    takeBack: async (entryId) => (await desk()).takeBack(entryId),
    addImage: async (image) => (await desk()).addImage(image),
    sync: async () => (await desk()).sync(),
    watch(listener) {
      listeners.add(listener)
      void desk().then(
        (drafts) => {
          const stop = drafts.watch((status) => {
            stop()
            if (listeners.has(listener)) listener(status)
          })
        },
        () => undefined,
      )
      return () => listeners.delete(listener)
    },
    admit() {
      close()
      if (listeners.size > 0) void desk().catch(() => undefined)
    },
    forget: close,
  }
}
