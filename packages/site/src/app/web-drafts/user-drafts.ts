import type { PostInput } from '@priormark/core/blog/post-input'
import { createDraftApi } from '@priormark/core/drafts/draft-api'
import type { DraftDesk, DraftStatus, DraftView } from '@priormark/core/drafts/draft-desk'
import { editDraft } from '@priormark/core/drafts/draft-machine'
import type { DraftImage } from '@priormark/core/drafts/draft-ports'
import { draftState, newDraftRow, shownText } from '@priormark/core/drafts/draft-row'
import { DraftSync, type RoundOutcome } from '@priormark/core/drafts/draft-sync'
import { draftImagePath, postImages } from '@priormark/core/drafts/post-text'
import type { Client } from '@priormark/core/http/client'
import { maxBlogImageBytes, maxFileSizeSentence } from '@priormark/core/limits'
import { openDraftDatabase } from './draft-database.ts'
import { showDraftImage } from './draft-images.ts'
import { joinTabs } from './draft-tabs.ts'
import { createRoundRunner } from './round-runner.ts'
import { createWebDraftStore } from './web-draft-store.ts'

/** What an image may be before the server has looked into it (SPEC.md section 5). */
const imageTypes = /^image\/(?:png|jpeg|webp|gif|avif)$/

interface UserDraftsParts {
  username: string
  client: Client
  /** Whether a round may be made for this user now: 'idle', or how it ends at once. */
  mayRun: () => Promise<RoundOutcome>
}

/** The drafts of one user in this browser, sent by itself whenever the server is there; all tabs share them. */
export interface UserDrafts extends Omit<DraftDesk, 'watch'> {
  watch(listener: (status: DraftStatus) => void): () => void
  close(): void
}

/** Opens the drafts of a user. */
export async function openUserDrafts({ username, client, mayRun }: UserDraftsParts): Promise<UserDrafts> {
  const database = await openDraftDatabase(username)
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
    counts: () => store.counts(),
    tabs,
    onStatus: (status) => {
      for (const listener of listeners) listener(status)
    },
  })
  const roundNow = () => void runner.round().catch(() => undefined)
  addEventListener('online', roundNow)
  addEventListener('offline', roundNow)

  return {
    list: ({ search }) => store.list(search),

    async read(id) {
      const [row, touchedAt] = await Promise.all([store.read(id), store.touchedAt(id)])
      if (row === null || touchedAt === null) return null
      const { baseVersion, theirs, problem, isRemoved } = row
      const state = draftState(row)
      const view: DraftView = {
        id,
        state,
        isRemoved,
        text: shownText(row),
        baseVersion,
        theirs,
        problem,
        touchedAt,
      }
      return view
    },

    async save({ id, text, seenVersion }) {
      await sync.save(id, text, seenVersion)
      runner.touch()
    },

    async remove(id) {
      await sync.remove(id)
      runner.touch()
    },

    async resolve({ id, how }) {
      const copyId = await sync.resolve(id, how)
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
      if (!imageTypes.test(type)) throw new RangeError('Only image files are allowed')
      if (bytes.byteLength > maxBlogImageBytes) throw new RangeError(maxFileSizeSentence(maxBlogImageBytes))
      const sha256 = await sha256Of(bytes)
      await store.keepImage(sha256, { type, bytes, url: null })
      await showDraftImage(draftImagePath(sha256), { type, bytes })
      return draftImagePath(sha256)
    },

    sync: () => runner.round(),

    watch(listener) {
      listeners.add(listener)
      void runner.status().then((status) => {
        if (listeners.has(listener)) listener(status)
      })
      return () => listeners.delete(listener)
    },

    close() {
      removeEventListener('online', roundNow)
      removeEventListener('offline', roundNow)
      listeners.clear()
      runner.close()
      tabs.close()
      database.close()
    },
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
