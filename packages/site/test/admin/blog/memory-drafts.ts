import type { PostInput } from '@priormark/core/blog/post'
import { createDraftService } from '@priormark/core/blog/drafts/create-draft-service'
import type { DraftServer, SendOutcome } from '@priormark/core/blog/drafts/draft-server'
import {
  draftState,
  type DraftChange,
  type DraftRow,
  type DraftStore,
  type FrozenRequest,
} from '@priormark/core/blog/drafts/draft-row'
import type { DiscardedDraft, DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { soleWindow } from '@priormark/core/blog/drafts/draft-service'

/** The date of everything in these tests. */
export const testDay = '2026-03-01T10:00:00.000Z'

/** The real draft service with a store in memory and a fake server. */
export class MemoryDrafts {
  readonly rows = new Map<string, DraftRow>()
  discarded: DiscardedDraft[] = []
  /** `hanging`: the server never responds. */
  connection: DraftStatus['connection'] | 'hanging' = 'online'
  /** The server's response to a request. */
  respond: (request: FrozenRequest) => SendOutcome | Promise<SendOutcome> = accepted
  #ids = 0

  private readonly store: DraftStore = {
    pending: async () => [...this.rows.values()].filter((row) => isPending(row)).map(({ id }) => id),
    read: async (id) => this.rows.get(id) ?? null,
    change: async (_ids, decide) => {
      const { change, result } = decide(this.rows)
      this.#write(change)
      return result
    },
    cursor: async () => 0,
    image: async () => null,
    recordImageUrl: async () => undefined,
    list: () => [],
    changedAt: (id) => (this.rows.has(id) ? testDay : null),
    summary: () => {
      const states = [...this.rows.values()].map((row) => draftState(row))
      const count = (state: string) => states.filter((one) => one === state).length
      return {
        waitingCount: count('dirty'),
        conflictCount: count('conflict'),
        blockedCount: count('blocked'),
        syncedAt: null,
      }
    },
    discarded: () => this.discarded,
    takeDiscarded: () => false,
    storeImage: () => undefined,
  }

  private readonly server: DraftServer = {
    changes: async () => {
      if (this.connection === 'hanging') return new Promise(() => undefined)
      if (this.connection === 'unauthenticated') return { outcome: 'unauthenticated' }
      if (this.connection !== 'online') return { outcome: 'unreachable' }
      return { outcome: 'changes', posts: [], cursor: 0, more: false }
    },
    send: async (_id, request) => this.respond(request),
    uploadImage: async () => ({ outcome: 'unreachable' }),
  }

  readonly service = createDraftService({
    store: this.store,
    unsaved: { storeUnsaved: () => undefined, dropUnsaved: () => undefined, allUnsaved: () => [] },
    server: this.server,
    lock: soleWindow,
    clock: globalThis,
    hash: () => 'a'.repeat(64),
    newId: () => this.#newId(),
    isOnline: true,
  })

  put(id: string, row: DraftRow | null): void {
    if (row === null) this.rows.delete(id)
    else this.rows.set(id, row)
  }

  #write({ rows = [], discarded = [] }: DraftChange): void {
    for (const { id, row } of rows) this.put(id, row)
    this.discarded.push(...discarded.map((entry) => ({ ...entry, id: this.#newId(), at: testDay })))
  }

  #newId(): string {
    this.#ids += 1
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`
  }
}

function isPending(row: DraftRow): boolean {
  return ['dirty', 'sending'].includes(draftState(row))
}

/** The server accepts the request as a new version. */
export function accepted({ baseVersion, text }: FrozenRequest): SendOutcome {
  return { outcome: 'accepted', post: { version: (baseVersion ?? 0) + 1, text } }
}

/** The server has someone else's text at this version. */
export function conflicting(text: PostInput | null, version: number) {
  return (request: FrozenRequest): SendOutcome =>
    request.baseVersion === version ? accepted(request) : { outcome: 'conflict', theirs: { version, text } }
}
