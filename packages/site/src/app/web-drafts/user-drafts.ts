import type { PostInput } from '@priormark/core/blog/post-input'
import { createDraftApi } from '@priormark/core/drafts/draft-api'
import { DraftsUnavailable, type DraftDesk, type DraftStatus } from '@priormark/core/drafts/draft-desk'
import { editDraft } from '@priormark/core/drafts/draft-machine'
import type { DraftImage } from '@priormark/core/drafts/draft-ports'
import { newDraftRow } from '@priormark/core/drafts/draft-row'
import { DraftSync, type RoundOutcome } from '@priormark/core/drafts/draft-sync'
import { expectDraftImage, viewOfDraft } from '@priormark/core/drafts/draft-view'
import { draftImagePath, postImages } from '@priormark/core/drafts/post-text'
import type { Client } from '@priormark/core/http/client'
import { openDraftDatabase, type DraftDatabase } from './draft-database.ts'
import { showDraftImage } from './draft-images.ts'
import { joinTabs } from './draft-tabs.ts'
import { createRoundRunner } from './round-runner.ts'
import { createWebDraftStore } from './web-draft-store.ts'

interface UserDraftsParts {
  username: string
  client: Client
  /** Whether a round may be made for this user now: 'idle', or how it ends at once. */
  mayRun: () => Promise<RoundOutcome>
}

/** The drafts of one user in this browser, sent by itself whenever the server is there; all tabs share them. */
export interface UserDrafts extends Omit<DraftDesk, 'watch'> {
  watch(listener: (status: DraftStatus) => void): () => void
  /** Lets go of the drafts; their user's browser keeps them. */
  close(): void
  /** The same at a logout: what the server has as well is not left behind for who uses this browser next. */
  leave(): Promise<void>
}

/** Opens the drafts of a user. @throws DraftsUnavailable where this browser has no storage for them */
export async function openUserDrafts({ username, client, mayRun }: UserDraftsParts): Promise<UserDrafts> {
  const database = await openedDatabase(username)
  const store = createWebDraftStore(database)
  const listeners = new Set<(status: DraftStatus) => void>()
  const sync = new DraftSync<PostInput>({
    store,
    server: createDraftApi({ client, imageForm }),
    images: postImages,
    newId: () => crypto.randomUUID(),
  })
  const tabs = joinTabs(username, (news) => runner.hear(news))
  const runner = createRoundRunner({
    async run() {
      const verdict = await mayRun()
      return verdict === 'idle' ? sync.run() : verdict
    },
    summary: () => store.summary(),
    tabs,
    isOnline: navigator.onLine,
    onStatus: (status) => {
      for (const listener of listeners) listener(status)
    },
  })
  const lookNow = () => void runner.wake().catch(() => undefined)
  addEventListener('online', lookNow)
  addEventListener('offline', lookNow)

  function stop() {
    removeEventListener('online', lookNow)
    removeEventListener('offline', lookNow)
    listeners.clear()
    runner.close()
    tabs.close()
  }

  return {
    list: ({ search }) => store.list(search),

    async read(id) {
      const [row, touchedAt] = await Promise.all([store.read(id), store.touchedAt(id)])
      return row === null || touchedAt === null ? null : viewOfDraft(row, touchedAt)
    },

    async save({ id, text, seenVersion }) {
      await sync.save(id, text, seenVersion)
      runner.touch()
    },

    async remove(id) {
      await sync.remove(id)
      runner.touch()
    },

    async resolve({ id, how, seenVersion }) {
      const copyId = await sync.resolve(id, how, seenVersion)
      runner.touch()
      return copyId
    },

    bin: () => store.bin(),

    async takeBack(entryId) {
      const id = crypto.randomUUID()
      const isTaken = await store.takeFromBin(entryId, ({ text }) => ({
        rows: [{ id, row: editDraft(newDraftRow<PostInput>(id), text) }],
      }))
      if (!isTaken) throw new RangeError('This entry is not in the bin any more')
      runner.touch()
      return id
    },

    async addImage({ bytes, type }) {
      expectDraftImage({ bytes, type })
      const sha256 = await sha256Of(bytes)
      await store.keepImage(sha256, { type, bytes, url: null })
      await showDraftImage(draftImagePath(sha256), { type, bytes })
      return draftImagePath(sha256)
    },

    sync: () => runner.wake(),

    watch(listener) {
      listeners.add(listener)
      void runner.status().then((status) => {
        if (listeners.has(listener)) listener(status)
      })
      return () => listeners.delete(listener)
    },

    close() {
      stop()
      database.close()
    },

    async leave() {
      stop()
      await store.forgetClean().finally(() => database.close())
    },
  }
}

async function openedDatabase(username: string): Promise<DraftDatabase> {
  // Tabs take turns by locks: without them, two would send the same draft.
  if (!('locks' in navigator)) throw new DraftsUnavailable('no locks')
  try {
    return await openDraftDatabase(username)
  } catch (error) {
    throw new DraftsUnavailable(error)
  }
}

function imageForm({ bytes, type }: DraftImage, fileName: string): FormData {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type }), fileName)
  return form
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
