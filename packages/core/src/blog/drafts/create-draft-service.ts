import { editDraft, type OtherText } from './draft-machine.ts'
import type { DraftServer } from './draft-server.ts'
import {
  draftState,
  newDraftRow,
  shownText,
  viewOfDraft,
  type Awaitable,
  type DraftRow,
  type DraftStore,
  type UnsavedStore,
  draftImagePath,
  assertDraftImage,
} from './draft-row.ts'
import type { DraftService, DraftStatus, DraftView, SaveResult, TheirText } from './draft-service.ts'
import { DraftSync, type SyncOutcome } from './draft-sync.ts'
import { createSyncScheduler, type Clock, type WindowLock } from './sync-scheduler.ts'

interface DraftServiceDeps {
  store: DraftStore
  unsaved: UnsavedStore
  server: DraftServer
  lock: WindowLock
  clock: Clock
  /** Returns the SHA-256 of the bytes as lower-case hex. */
  hash: (bytes: Uint8Array) => Awaitable<string>
  /** Makes UUIDs. */
  newId: () => string
  /** Whether the network seems to be up; true if the platform does not know. */
  isOnline: boolean
  /** Checks before each sync cycle that its user is still logged in. A result other than 'done' ends the cycle. */
  checkLogin?: () => Promise<SyncOutcome>
}

export interface OpenDraftService extends DraftService {
  /** Stops syncing and notifying. The caller closes the store, because the caller opened it. */
  close(): void
}

/** How long a save waits for the server, in milliseconds. Afterwards the scheduler sends it in the background. */
const maxSendMs = 20_000

/** Creates the draft service of one user on one machine. It syncs whenever the server can be reached. */
export function createDraftService(deps: DraftServiceDeps): OpenDraftService {
  const { store, unsaved, server, lock, clock, hash, newId, isOnline, checkLogin } = deps
  const listeners = new Set<(status: DraftStatus) => void>()
  const sync = new DraftSync({ store, server, newId })
  const scheduler = createSyncScheduler({
    async syncCycle() {
      const outcome = (await checkLogin?.()) ?? 'done'
      return outcome === 'done' ? sync.run() : outcome
    },
    summary: () => store.summary(),
    lock,
    clock,
    isOnline,
    onStatus: (status) => {
      for (const listener of listeners) listener(status)
    },
  })

  /** Sends changed drafts. Resolves to null if that takes too long or fails; the scheduler then continues in the background. */
  async function send(): Promise<DraftStatus | null> {
    let timer: unknown
    const timeout = new Promise<null>((resolve) => {
      timer = clock.setTimeout(() => resolve(null), maxSendMs)
    })
    const synced = scheduler.notifyChanged().catch(() => null)
    return Promise.race([synced, timeout]).finally(() => clock.clearTimeout(timer))
  }

  async function read(id: string): Promise<DraftView | null> {
    const [row, changedAt] = await Promise.all([store.read(id), store.changedAt(id)])
    return row === null || changedAt === null ? null : viewOfDraft(row, changedAt)
  }

  async function toTheirText(id: string, { from, ...theirs }: OtherText): Promise<TheirText> {
    return { ...theirs, savedAt: from === 'window' ? await store.changedAt(id) : null }
  }

  return {
    list: async ({ search }) => store.list(search),
    read,

    async save(input) {
      const step = await sync.save(input)
      const { id } = input
      if (step.kind === 'unseen') {
        const theirs = await toTheirText(id, step.theirs)
        return { id, revision: input.basedOn.revision, isStored: false, kind: 'conflict', theirs }
      }
      const sendResult = send()
      const result = { id: step.id, revision: step.revision, isStored: true }
      if (input.resolution === 'theirs') return { ...result, kind: 'discarded' }
      const status = await sendResult
      const title = input.content?.title ?? ''
      const row = await store.read(step.id)
      const serverResult = serverResultOf(row, title, result.revision)
      if (serverResult !== null) return { ...result, ...serverResult }
      if (status?.connection === 'failing') return { ...result, kind: 'failed', message: sync.failureMessage }
      return { ...result, kind: 'queued', isLoggedOut: status?.connection === 'unauthenticated' }
    },

    async remove(id) {
      await sync.remove(id)
      const status = await send()
      const row = await store.read(id)
      if (row === null) return { kind: 'removed' }
      const state = draftState(row)
      if (state === 'blocked') {
        // The caller shows the problem now. If a deletion is rejected later, its post shows it.
        await sync.clearProblem(id)
        return { kind: 'rejected', message: row.problem?.message ?? null }
      }
      if (state === 'conflict') return { kind: 'conflict' }
      if (status?.connection === 'failing') {
        // The caller shows an error, so the post must not be deleted later.
        await sync.undoRemoval(id)
        return { kind: 'rejected', message: sync.failureMessage }
      }
      return { kind: status?.connection === 'unauthenticated' ? 'logged out' : 'waiting' }
    },

    storeUnsaved: async (text) => unsaved.storeUnsaved(text),
    dropUnsaved: async (id) => unsaved.dropUnsaved(id),
    async unsaved(postId) {
      const texts = await unsaved.allUnsaved()
      if (postId !== null) return texts.filter((text) => text.postId === postId)
      const unsent = texts.filter(({ basedOn }) => basedOn.version === null)
      // An editor may have ended while its post was being created.
      const rows = await Promise.all(unsent.map((text) => store.read(text.postId)))
      return unsent.filter((_text, index) => rows[index] === null)
    },

    discarded: async () => store.discarded(),

    async restoreDiscarded(entryId) {
      const id = newId()
      const isTaken = await store.takeDiscarded(entryId, ({ text }) => ({
        rows: [{ id, row: editDraft(newDraftRow(id), text) }],
      }))
      if (!isTaken) throw new RangeError('This entry is no longer among the discarded drafts')
      void send()
      return id
    },

    async addImage({ bytes, type }) {
      assertDraftImage({ bytes, type })
      const sha256 = await hash(bytes)
      await store.storeImage(sha256, { type, bytes, url: null })
      return draftImagePath(sha256)
    },

    sync: () => scheduler.syncNow(),
    status: () => scheduler.status(),

    watch(listener) {
      listeners.add(listener)
      void scheduler.status().then(
        (status) => listeners.has(listener) && listener(status),
        () => undefined,
      )
      return () => listeners.delete(listener)
    },

    close() {
      listeners.clear()
      scheduler.close()
    },
  }
}

type ServerResult<Result> = Result extends unknown ? Omit<Result, 'id' | 'revision' | 'isStored'> : never

/** Returns the server's response to a stored text; null if there is none yet. @param row the post after the attempt to send it */
function serverResultOf(
  row: DraftRow | null,
  title: string,
  revision: number,
): ServerResult<SaveResult> | null {
  if (row === null) return { kind: 'saved', title, version: null }
  const state = draftState(row)
  const { theirs, problem, baseVersion, ownSince } = row
  if (state === 'clean') {
    // A version of someone else replaces `ownSince` too.
    const version = baseVersion === ownSince ? null : baseVersion
    return { kind: 'saved', title: shownText(row)?.title ?? title, version }
  }
  if (state === 'conflict' && theirs !== null) {
    return { kind: 'conflict', theirs: { ...theirs, revision, savedAt: null } }
  }
  if (state === 'blocked' && problem !== null) return { kind: 'rejected', problem }
  return null
}
