import { editDraft, serverResultOf } from './draft-machine.ts'
import type { DraftServer } from './draft-server.ts'
import {
  draftState,
  newDraftRow,
  viewOfDraft,
  type Awaitable,
  type DraftStore,
  type UnsavedStore,
  draftImagePath,
  assertDraftImage,
} from './draft-row.ts'
import {
  isServerResponding,
  type Clock,
  type DraftService,
  type DraftStatus,
  type DraftSummary,
  type DraftView,
  type WindowLock,
} from './draft-service.ts'
import { DraftSync, type SyncOutcome } from './draft-sync.ts'

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
    onStatus: (status) => {
      for (const listener of listeners) listener(status)
    },
    store,
    lock,
    clock,
    isOnline,
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

  return {
    list: async ({ search }) => store.list(search),
    read,

    async save(input) {
      const step = await sync.save(input)
      const { id } = input
      if (step.kind === 'unseen') {
        const savedAt = step.from === 'window' ? await store.changedAt(id) : null
        const { revision } = input.basedOn
        return { id, revision, isStored: false, kind: 'conflict', theirs: { ...step.theirs, savedAt } }
      }
      const sendResult = send()
      const result = { id: step.id, revision: step.revision, isStored: true }
      if (input.resolution === 'theirs') return { ...result, kind: 'discarded' }
      const status = await sendResult
      const serverResult = serverResultOf(await store.read(step.id), result, input.content?.title ?? '')
      if (serverResult !== null) return serverResult
      if (status?.connection === 'failing') return { ...result, kind: 'failed', message: sync.failureMessage }
      return { ...result, kind: 'queued', isLoggedOut: status?.connection === 'unauthenticated' }
    },

    async remove(id) {
      await sync.remove(id)
      const status = await send()
      const row = await store.read(id)
      if (row === null) return { kind: 'removed' }
      if (draftState(row) === 'blocked') {
        // The caller shows the problem now. If a deletion is rejected later, its post shows it.
        await sync.clearProblem(id)
        return { kind: 'rejected', message: row.problem?.message ?? null }
      }
      if (draftState(row) === 'conflict') return { kind: 'conflict' }
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

/** How long a change may take to be sent before listeners are notified that it is unsent, in milliseconds. */
const noticeDelayMs = 1_000
/** How often changes are fetched while the server responds, in milliseconds. */
const pollIntervalMs = 60_000
/** The delay after the first failed sync cycle, doubled after every further failure, in milliseconds. */
const firstRetryMs = 1_000
const longestRetryMs = 300_000

/** The connection's state after a sync cycle, by its outcome. */
const connectionAfter = {
  done: 'online',
  failed: 'failing',
  busy: 'failing',
  unreachable: 'offline',
  unauthenticated: 'unauthenticated',
} as const satisfies Record<SyncOutcome, DraftStatus['connection']>

interface SchedulerDeps extends Pick<DraftServiceDeps, 'lock' | 'clock' | 'isOnline'> {
  store: Pick<DraftStore, 'summary'>
  syncCycle: () => Promise<SyncOutcome>
  onStatus: (status: DraftStatus) => void
}

/**
 * Runs sync cycles: on request, then periodically, and with increasing delays while the server is unreachable or fails. Only
 * one window at a time runs a cycle; the others use the result that it broadcasts.
 */
export function createSyncScheduler(deps: SchedulerDeps) {
  const { store, lock, clock, onStatus } = deps
  let connection: DraftStatus['connection'] = deps.isOnline ? 'online' : 'offline'
  let lastSummary: DraftSummary = { waitingCount: 0, conflictCount: 0, blockedCount: 0, syncedAt: null }
  let failures = 0
  let timer: unknown
  let isClosed = false
  /** The next cycle, which has not started. All calls before its start share it. */
  let nextCycle: Promise<DraftStatus> | null = null
  let lastNotification: Promise<unknown> = Promise.resolve()

  async function status(): Promise<DraftStatus> {
    // A closed store cannot be read.
    if (!isClosed) lastSummary = await store.summary()
    return { ...lastSummary, connection }
  }

  /** Notifies listeners of states in the order in which they occurred. */
  function notifyListeners(): Promise<DraftStatus> {
    const notification = lastNotification.then(async () => {
      const current = await status()
      if (!isClosed) onStatus(current)
      return current
    })
    lastNotification = notification.catch(() => undefined)
    return notification
  }

  function scheduleNext(delayMs: number): void {
    clock.clearTimeout(timer)
    if (!isClosed) timer = clock.setTimeout(() => void syncCycle().catch(() => undefined), delayMs)
  }

  async function runCycle(): Promise<DraftStatus> {
    // Afterwards `nextCycle` is this cycle, even if the lock is granted at once.
    await Promise.resolve()
    const start = () => {
      nextCycle = null
      return deps.syncCycle()
    }
    const outcome = await lock.runExclusively(start).catch((): SyncOutcome => {
      // The local storage failed, for example because the disk is full; that may pass.
      nextCycle = null
      return 'unreachable'
    })
    if (isClosed) return status()
    connection = connectionAfter[outcome]
    failures = connection === 'failing' || connection === 'offline' ? failures + 1 : 0
    // Without a login, syncing stops until the next login, which starts a cycle.
    if (connection === 'unauthenticated') clock.clearTimeout(timer)
    else if (failures === 0) scheduleNext(pollIntervalMs)
    else {
      // From half of the delay to all of it, so that many computers do not retry at the same moment.
      const longestDelayMs = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
      scheduleNext(longestDelayMs * (0.5 + Math.random() / 2))
    }
    lock.broadcast({ connection })
    return notifyListeners()
  }

  const syncCycle = () => (nextCycle ??= runCycle())

  /** Syncs now and resets the retry delay, because the first call after the network is back may come a moment too early. */
  function syncNow(): Promise<DraftStatus> {
    failures = 0
    return syncCycle()
  }

  lock.onMessage((message) => {
    if (message !== 'changed') {
      connection = message.connection
      failures = 0
      // The other window polls the server in place of this one.
      if (connection === 'unauthenticated') clock.clearTimeout(timer)
      else scheduleNext(pollIntervalMs)
    }
    void notifyListeners().catch(() => undefined)
  })
  return {
    status,
    syncCycle,
    syncNow,
    /** Syncs after a local change, and notifies all windows of an unsent change unless it is sent quickly. */
    notifyChanged(): Promise<DraftStatus> {
      const notifyAll = () => {
        if (isClosed) return
        lock.broadcast('changed')
        void notifyListeners().catch(() => undefined)
      }
      const noticeTimer = clock.setTimeout(notifyAll, isServerResponding(connection) ? noticeDelayMs : 0)
      const synced = syncNow()
      const cancel = () => clock.clearTimeout(noticeTimer)
      synced.then(cancel, cancel)
      return synced
    },
    close(): void {
      isClosed = true
      clock.clearTimeout(timer)
      lock.close()
    },
  }
}
