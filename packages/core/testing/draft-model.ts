import type { DraftSync } from '@priormark/core/blog/drafts/draft-sync'
import type { DraftServer, SendOutcome } from '@priormark/core/blog/drafts/draft-server'
import type { PostInput } from '@priormark/core/blog/post'
import {
  draftState,
  type DraftChange,
  type DraftImage,
  type DraftRow,
  type FrozenRequest,
} from '@priormark/core/blog/drafts/draft-row'

interface ServerRevision {
  text: PostInput | null
  by: string
  requestId: string
  baseVersion: number | null
}

/** A model of the API: versions count up, a repeated key returns the first response, 412 has the current post. */
export class ModelServer {
  readonly posts = new Map<string, ServerRevision[]>()
  readonly images = new Set<string>()
  /** Every request that took effect, in order. */
  readonly applied: string[] = []
  readonly #responses = new Map<string, SendOutcome>()
  readonly #log: string[] = []

  apply(id: string, request: FrozenRequest, by: string): SendOutcome {
    const before = this.#responses.get(request.id)
    if (before !== undefined) return before
    const revisions = this.posts.get(id) ?? []
    const version = revisions.length === 0 ? null : revisions.length
    if (version !== request.baseVersion) {
      return { outcome: 'conflict', theirs: { version, text: revisions.at(-1)?.text ?? null } }
    }
    const { text, id: requestId, baseVersion } = request
    this.posts.set(id, [...revisions, { text, by, requestId, baseVersion }])
    this.applied.push(requestId)
    this.#log.push(id)
    const response = { outcome: 'accepted' as const, post: { version: revisions.length + 1, text } }
    this.#responses.set(requestId, response)
    return response
  }

  changes(cursor: number, limit = 3): Awaited<ReturnType<DraftServer['changes']>> {
    const end = Math.min(cursor + limit, this.#log.length)
    const ids = [...new Set(this.#log.slice(cursor, end))]
    const posts = ids.map((id) => {
      const revisions = this.posts.get(id) ?? []
      return { id, version: revisions.length, text: revisions.at(-1)?.text ?? null }
    })
    return { outcome: 'changes', posts, cursor: end, more: end < this.#log.length }
  }
}

/** Faults of a call. */
export const faults = ['none', 'lost-request', 'lost-reply', 'busy', 'failed', 'logged-out'] as const
export type Fault = (typeof faults)[number]

/** Wraps the model in a network that fails call by call. */
export function unreliableServer(server: ModelServer, by: string, nextFault: () => Fault): DraftServer {
  async function over<Outcome>(call: () => Outcome) {
    const fault = nextFault()
    // Responses arrive in a later turn, so that edits can happen in between.
    await Promise.resolve()
    if (fault === 'logged-out') return { outcome: 'unauthenticated' as const }
    if (fault === 'lost-request') return { outcome: 'unreachable' as const }
    if (fault === 'busy') return { outcome: 'busy' as const, message: null }
    if (fault === 'failed') return { outcome: 'failed' as const, message: null }
    const outcome = structuredClone(call())
    return fault === 'lost-reply' ? { outcome: 'unreachable' as const } : outcome
  }
  return {
    send: (id, request) => over(() => server.apply(id, structuredClone(request), by)),
    changes: (cursor) => over(() => server.changes(cursor)),
    uploadImage: (sha256) =>
      over(() => {
        server.images.add(sha256)
        return { outcome: 'uploaded' as const, url: `/media/${sha256}` }
      }),
  }
}

type SyncStore = ConstructorParameters<typeof DraftSync>[0]['store']

/** A store with what the histories need: visible content, adding images, and reopening. */
export interface TestDraftStore extends SyncStore {
  readonly rows: ReadonlyMap<string, DraftRow>
  /** The titles of the discarded texts. */
  readonly discarded: readonly string[]
  addImage(sha256: string): Promise<void>
  reopen(): Promise<void>
}

/** A store in memory that survives crashes of a device and writes each change atomically. */
export class MemoryStore implements TestDraftStore {
  readonly rows = new Map<string, DraftRow>()
  readonly discarded: string[] = []
  readonly images = new Map<string, DraftImage>()
  #cursor = 0

  async pending() {
    return [...this.rows.values()]
      .filter((row) => ['dirty', 'sending'].includes(draftState(row)))
      .map(({ id }) => id)
  }

  async read(id: string) {
    return structuredClone(this.rows.get(id) ?? null)
  }

  async change<Result>(
    ids: readonly string[],
    decide: (rows: ReadonlyMap<string, DraftRow>) => {
      change: DraftChange
      result: Result
    },
  ) {
    const rows = new Map(ids.flatMap((id) => (this.rows.has(id) ? [[id, this.rows.get(id)] as const] : [])))
    const { change, result } = decide(structuredClone(rows) as Map<string, DraftRow>)
    this.write(change)
    return result
  }

  write({ rows = [], discarded = [], cursor }: DraftChange): void {
    for (const { id, row } of rows) {
      if (row === null) this.rows.delete(id)
      else this.rows.set(id, structuredClone(row))
    }
    this.discarded.push(...discarded.map(({ text }) => text.title))
    this.#cursor = cursor ?? this.#cursor
  }

  async cursor() {
    return this.#cursor
  }

  async image(sha256: string) {
    return this.images.get(sha256) ?? null
  }

  async addImage(sha256: string) {
    this.images.set(sha256, { type: 'image/png', bytes: new Uint8Array(), url: null })
  }

  /** Does nothing, because the store is never closed. */
  async reopen() {}

  async recordImageUrl(sha256: string, url: string) {
    const image = this.images.get(sha256)
    if (image !== undefined) this.images.set(sha256, { ...image, url })
  }
}
