import {
  acceptDraft,
  freezeDraft,
  pullPost,
  markConflict,
  rejectDraft,
  removeDraft,
  restoreRemoved,
  saveDraft,
  type SaveStep,
} from './draft-machine.ts'
import type { DraftServer, Failure } from './draft-server.ts'
import {
  draftState,
  newDraftRow,
  shownText,
  type DiscardedText,
  type DraftRow,
  type DraftStore,
  type ServerPost,
  draftImagesIn,
  replaceDraftImages,
} from './draft-row.ts'
import type { DraftProblem, DraftSave } from './draft-service.ts'

/** How a sync cycle ended. `done`: everything that can be sent is sent. `failed`: the server failed for some drafts. */
export type SyncOutcome = 'done' | Failure['outcome']

interface DraftSyncDeps {
  store: Pick<DraftStore, 'pending' | 'read' | 'change' | 'cursor' | 'image' | 'recordImageUrl'>
  server: DraftServer
  /** Makes UUIDs. */
  newId: () => string
}

/** Stores drafts and syncs them with the server. */
export class DraftSync {
  readonly #deps: DraftSyncDeps
  #running: Promise<SyncOutcome> | null = null
  #isRequestedAgain = false
  /** The server's message about its last failure in the last cycle; null without one. */
  failureMessage: string | null = null

  constructor(deps: DraftSyncDeps) {
    this.#deps = deps
  }

  /** Saves a text, unless the post has a text that the author has not seen. Durable once it resolves; needs no network. */
  async save(save: DraftSave): Promise<SaveStep> {
    const copyId = this.#deps.newId()
    return this.#deps.store.change<SaveStep>([save.id], (rows) => {
      const step = saveDraft(rows.get(save.id), save, copyId)
      return { change: step.kind === 'stored' ? step.change : {}, result: step }
    })
  }

  /** Deletes a post; unsent text moves to the discarded drafts. */
  async remove(id: string): Promise<void> {
    await this.#updateRow(id, removeDraft, ({ draft }) =>
      draft === null ? [] : [{ postId: id, text: draft, reason: 'deleted' }],
    )
  }

  /** Undoes a deletion that failed on the server, and restores the server's text. */
  async undoRemoval(id: string): Promise<void> {
    await this.#updateRow(id, (row) => (row.isRemoved ? restoreRemoved(row) : row))
  }

  /** Clears the problem of a post whose deletion was rejected. */
  async clearProblem(id: string): Promise<void> {
    await this.#updateRow(id, (row) => (row.draft === null ? { ...row, problem: null } : row))
  }

  /**
   * Runs a sync cycle: fetches what changed on the server, then sends pending drafts one after the other. Only one cycle runs at
   * a time. A call during a cycle starts another one afterwards, because its edit may have come after the cycle read the drafts.
   */
  run(): Promise<SyncOutcome> {
    if (this.#running !== null) {
      this.#isRequestedAgain = true
      return this.#running
    }
    this.#running = this.#runCycles().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #runCycles(): Promise<SyncOutcome> {
    for (;;) {
      this.#isRequestedAgain = false
      const outcome = await this.#runCycle()
      if (endsCycle(outcome) || !this.#isRequestedAgain) return outcome
    }
  }

  async #runCycle(): Promise<SyncOutcome> {
    this.failureMessage = null
    const pullOutcome = await this.#pull()
    if (pullOutcome !== 'done') return pullOutcome
    let cycleOutcome: SyncOutcome = 'done'
    for (const id of await this.#deps.store.pending()) {
      const outcome = await this.#push(id)
      if (endsCycle(outcome)) return outcome
      if (outcome === 'failed') cycleOutcome = outcome
    }
    return cycleOutcome
  }

  async #pull(): Promise<SyncOutcome> {
    const { store, server } = this.#deps
    for (;;) {
      const response = await server.changes(await store.cursor())
      if (response.outcome !== 'changes') return this.#recordFailure(response)
      const { posts, cursor, more } = response
      await store.change(
        posts.map(({ id }) => id),
        (rows) => ({
          change: {
            rows: posts.flatMap((post) => pulledRow(rows.get(post.id), post)),
            cursor,
            isComplete: !more,
          },
          result: null,
        }),
      )
      if (!more) return 'done'
    }
  }

  async #push(id: string): Promise<SyncOutcome> {
    const row = await this.#deps.store.read(id)
    const isRepeated = row !== null && draftState(row) === 'sending'
    if (row !== null && draftState(row) === 'dirty') {
      const outcome = await this.#freeze(row)
      if (outcome !== 'done') return outcome
    }
    const frozen = await this.#deps.store.read(id)
    // The post was edited or pulled in the meantime; the next cycle sends it.
    if (!frozen?.request) return 'done'
    const { request } = frozen
    const response = await this.#deps.server.send(id, request)
    if (response.outcome === 'accepted')
      await this.#updateRow(id, (current) => acceptDraft(current, request.id, response.post))
    else if (response.outcome === 'conflict')
      await this.#updateRow(id, (current) => markConflict(current, request.id, response.theirs))
    else if (response.outcome === 'rejected')
      await this.#updateRow(id, (current) => rejectDraft(current, request.id, response.problem))
    else return this.#recordFailure(response)
    // Sends at once what was edited since the first attempt, because its author is waiting.
    return isRepeated ? this.#push(id) : 'done'
  }

  /** Uploads the images, then stores the request. Later edits are left for the next request. */
  async #freeze(row: DraftRow): Promise<SyncOutcome> {
    const text = shownText(row)
    const urls = new Map<string, string>()
    for (const sha256 of text === null ? [] : draftImagesIn(text)) {
      const uploaded = await this.#uploadImage(sha256)
      if (uploaded.outcome === 'rejected') {
        const { problem } = uploaded
        await this.#updateUnedited(row, (current) => ({ ...current, problem }))
        return 'done'
      }
      if (uploaded.outcome !== 'uploaded') return this.#recordFailure(uploaded)
      urls.set(sha256, uploaded.url)
    }
    const sentText = text === null ? null : replaceDraftImages(text, urls)
    const requestId = this.#deps.newId()
    await this.#updateUnedited(row, (current) => freezeDraft(current, requestId, sentText))
    return 'done'
  }

  async #uploadImage(sha256: string) {
    const { store, server } = this.#deps
    const image = await store.image(sha256)
    if (image === null) return { outcome: 'rejected', problem: missingImage } as const
    if (image.url !== null) return { outcome: 'uploaded', url: image.url } as const
    const response = await server.uploadImage(sha256, image)
    if (response.outcome !== 'uploaded') return response
    await store.recordImageUrl(sha256, response.url)
    return response
  }

  /** Updates a dirty row, unless it has been edited or sent since it was read. */
  async #updateUnedited(row: DraftRow, update: (row: DraftRow) => DraftRow): Promise<void> {
    await this.#updateRow(row.id, (current) =>
      current.revision === row.revision && draftState(current) === 'dirty' ? update(current) : current,
    )
  }

  /** Updates a stored row in one transaction. @param update returns the same row if nothing changes */
  async #updateRow(
    id: string,
    update: (row: DraftRow) => DraftRow | null,
    discard: (row: DraftRow) => DiscardedText[] = () => [],
  ): Promise<void> {
    await this.#deps.store.change([id], (rows) => {
      const row = rows.get(id)
      if (row === undefined) return { change: {}, result: null }
      const next = update(row)
      if (next === row) return { change: {}, result: null }
      return { change: { rows: [{ id, row: next }], discarded: discard(row) }, result: null }
    })
  }

  /** Stores the server's message, and returns the outcome. */
  #recordFailure(response: Failure): SyncOutcome {
    if ('message' in response) this.failureMessage = response.message
    return response.outcome
  }
}

const missingImage: DraftProblem = {
  message: 'An image of this post is missing on this computer. Add it again.',
  fields: {},
  freeSlug: null,
}

/** Returns the row after a change on the server; none if a post was deleted that is not stored here. */
function pulledRow(row: DraftRow | undefined, { id, ...post }: { id: string } & ServerPost) {
  if (row === undefined && post.text === null) return []
  return [{ id, row: pullPost(row ?? newDraftRow(id), post) }]
}

/** Whether the other requests of a cycle would fail too. */
function endsCycle(outcome: SyncOutcome): boolean {
  return outcome !== 'done' && outcome !== 'failed'
}
