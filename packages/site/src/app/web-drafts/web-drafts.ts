import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import {
  DraftsUnavailable,
  type DraftSave,
  type DraftService,
  type DraftStatus,
  type SaveResult,
} from '@priormark/core/blog/drafts/draft-service'
import type { Client } from '@priormark/core/platform/http/client'
import type { openDirectSave, UserDrafts } from './user-drafts.ts'

/** The drafts of the user who is logged in to this browser. */
interface WebDrafts extends DraftService {
  /** Switches to the drafts of the user who just logged in. */
  login(): void
  /** Closes the drafts of the user who just logged out. */
  logout(): void
}

/**
 * Creates the drafts of the web. Each user has a separate database, which stays after a logout.
 * @param readPerson returns who is logged in, as far as is known without the server
 */
export function createWebDrafts(
  client: Client,
  readPerson = () => client.call(authEndpoints.ping, {}),
): WebDrafts {
  let opened: Promise<UserDrafts> | null = null
  /** The drafts of the last login: an open editor still stores its text after the session ends. */
  let last: UserDrafts | null = null
  let saveDirectly: ReturnType<typeof openDirectSave> | null = null
  const listeners = new Set<(status: DraftStatus) => void>()

  async function open(): Promise<UserDrafts> {
    const person = await readPerson()
    const { openUserDrafts } = await import('./user-drafts.ts')
    const drafts = await openUserDrafts(client, person)
    last = drafts
    drafts.watch((status) => {
      for (const listener of listeners) listener(status)
    })
    return drafts
  }

  function openCurrent(): Promise<UserDrafts> {
    if (opened !== null) return opened
    const opening = open()
    opened = opening
    // The next call tries again, except in a browser without storage, which has none until the page is reloaded.
    opening.catch((error: unknown) => {
      if (opened === opening && !(error instanceof DraftsUnavailable)) opened = null
    })
    return opening
  }

  function close(how: 'close' | 'leave'): void {
    const former = opened
    opened = null
    void former?.then((drafts) => drafts[how]()).catch(() => undefined)
  }

  /** Runs work on the drafts. @throws DraftsUnavailable if the browser's storage fails */
  async function use<Result>(work: (drafts: UserDrafts) => Promise<Result>): Promise<Result> {
    const mine = openCurrent()
    const drafts = await mine
    try {
      return await work(drafts)
    } catch (error) {
      if (!(error instanceof DOMException) || opened !== mine) throw error
      // The browser closed the database, or it was cleared: the next call opens it again.
      if (error.name === 'InvalidStateError') close('close')
      throw new DraftsUnavailable(error)
    }
  }

  function withLastUser<Result>(work: (drafts: UserDrafts) => Promise<Result>): Promise<Result> {
    return opened === null && last !== null ? work(last) : use(work)
  }

  async function directSave(save: DraftSave): Promise<SaveResult> {
    const { openDirectSave } = await import('./user-drafts.ts')
    saveDirectly ??= openDirectSave(client)
    return saveDirectly(save)
  }

  return {
    list: (query) => use((drafts) => drafts.list(query)),
    read: (id) => use((drafts) => drafts.read(id)),
    async save(input) {
      try {
        return await use((drafts) => drafts.save(input))
      } catch (error) {
        if (!(error instanceof DraftsUnavailable)) throw error
        return directSave(input)
      }
    },
    remove: (id) => use((drafts) => drafts.remove(id)),
    storeUnsaved: (text) => withLastUser((drafts) => drafts.storeUnsaved(text)),
    dropUnsaved: (id) => withLastUser((drafts) => drafts.dropUnsaved(id)),
    unsaved: (postId) => use((drafts) => drafts.unsaved(postId)),
    discarded: () => use((drafts) => drafts.discarded()),
    restoreDiscarded: (entryId) => use((drafts) => drafts.restoreDiscarded(entryId)),
    addImage: (image) => use((drafts) => drafts.addImage(image)),
    sync: () => use((drafts) => drafts.sync()),
    status: () => use((drafts) => drafts.status()),
    watch(listener) {
      listeners.add(listener)
      void openCurrent().then(
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
    login() {
      close('close')
      last = null
      if (listeners.size > 0) void openCurrent().catch(() => undefined)
    },
    logout: () => close('leave'),
  }
}
