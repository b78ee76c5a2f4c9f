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
 * Creates the drafts of the admin in a browser. Each user has a separate database, which stays after a logout.
 * @param readPerson returns who is logged in, as far as is known without the server
 */
export function createWebDrafts(
  client: Client,
  readPerson = () => client.call(authEndpoints.ping, {}),
): WebDrafts {
  let currentDrafts: Promise<UserDrafts> | null = null
  /** The drafts of the last login, in which an open editor stores its text after the session ends. */
  let lastDrafts: UserDrafts | null = null
  let saveDirectly: ReturnType<typeof openDirectSave> | null = null
  const listeners = new Set<(status: DraftStatus) => void>()

  async function open(): Promise<UserDrafts> {
    const person = await readPerson()
    const { openUserDrafts } = await import('./user-drafts.ts')
    const drafts = await openUserDrafts(client, person)
    lastDrafts = drafts
    drafts.watch((status) => {
      for (const listener of listeners) listener(status)
    })
    return drafts
  }

  function openCurrent(): Promise<UserDrafts> {
    if (currentDrafts !== null) return currentDrafts
    const opening = open()
    currentDrafts = opening
    // The next call tries again, except in a browser without storage, where that needs a reload.
    opening.catch((error: unknown) => {
      if (currentDrafts === opening && !(error instanceof DraftsUnavailable)) currentDrafts = null
    })
    return opening
  }

  function close(method: 'close' | 'logout'): void {
    const closing = currentDrafts
    currentDrafts = null
    void closing?.then((drafts) => drafts[method]()).catch(() => undefined)
  }

  /** Runs work on the drafts. @throws DraftsUnavailable if the browser's storage fails */
  async function withDrafts<Result>(work: (drafts: UserDrafts) => Promise<Result>): Promise<Result> {
    const opening = openCurrent()
    const drafts = await opening
    try {
      return await work(drafts)
    } catch (error) {
      if (!(error instanceof DOMException) || currentDrafts !== opening) throw error
      // The browser closed the database, or it was cleared: the next call opens it again.
      if (error.name === 'InvalidStateError') close('close')
      throw new DraftsUnavailable(error)
    }
  }

  function withLastDrafts<Result>(work: (drafts: UserDrafts) => Promise<Result>): Promise<Result> {
    return currentDrafts === null && lastDrafts !== null ? work(lastDrafts) : withDrafts(work)
  }

  async function directSave(save: DraftSave): Promise<SaveResult> {
    const { openDirectSave } = await import('./user-drafts.ts')
    saveDirectly ??= openDirectSave(client)
    return saveDirectly(save)
  }

  return {
    list: (query) => withDrafts((drafts) => drafts.list(query)),
    read: (id) => withDrafts((drafts) => drafts.read(id)),
    async save(input) {
      try {
        return await withDrafts((drafts) => drafts.save(input))
      } catch (error) {
        if (!(error instanceof DraftsUnavailable)) throw error
        return directSave(input)
      }
    },
    remove: (id) => withDrafts((drafts) => drafts.remove(id)),
    storeUnsaved: (text) => withLastDrafts((drafts) => drafts.storeUnsaved(text)),
    dropUnsaved: (id) => withLastDrafts((drafts) => drafts.dropUnsaved(id)),
    unsaved: (postId) => withDrafts((drafts) => drafts.unsaved(postId)),
    discarded: () => withDrafts((drafts) => drafts.discarded()),
    restoreDiscarded: (entryId) => withDrafts((drafts) => drafts.restoreDiscarded(entryId)),
    addImage: (image) => withDrafts((drafts) => drafts.addImage(image)),
    sync: () => withDrafts((drafts) => drafts.sync()),
    status: () => withDrafts((drafts) => drafts.status()),
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
      lastDrafts = null
      if (listeners.size > 0) void openCurrent().catch(() => undefined)
    },
    logout: () => close('logout'),
  }
}
