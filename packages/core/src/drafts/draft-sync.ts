import { acceptDraft, freezeDraft, pullPost, refuseDraft, rejectDraft, removeDraft } from './draft-machine.ts'
import type {
  Broken,
  DraftChange,
  DraftServer,
  DraftStore,
  Failure,
  ImageReferences,
  SendOutcome,
} from './draft-ports.ts'
import { draftState, newDraftRow, shownText, type DraftProblem, type DraftRow } from './draft-row.ts'
import { saveDraft, type DraftSave, type SaveStep } from './draft-save.ts'

/**
 * How a round ended. `idle`: everything that can be sent is sent. `broken`: all but what the server breaks at, which is
 * sent again later.
 */
export type RoundOutcome = 'idle' | 'broken' | 'later' | 'unauthenticated'

/** Where a round can be cut off; tests stop it there. */
export type SyncPoint = 'image-sent' | 'image-placed' | 'frozen' | 'answered' | 'booked' | 'pulled'

interface DraftSyncParts<Text> {
  store: DraftStore<Text>
  server: DraftServer<Text>
  images: ImageReferences<Text>
  /** Makes UUIDs. */
  newId: () => string
  /** Called as a round passes a point. */
  onPoint?: (point: SyncPoint) => void
}

/** Writes drafts down and brings them to the server. */
export class DraftSync<Text> {
  readonly #parts: DraftSyncParts<Text>
  #running: Promise<RoundOutcome> | null = null
  #isAskedAgain = false

  constructor(parts: DraftSyncParts<Text>) {
    this.#parts = parts
  }

  /** Saves a text, unless its author has not seen what the post has by now. Durable once it resolves; needs no network. */
  async save(save: DraftSave<Text>): Promise<SaveStep<Text>> {
    const copyId = this.#parts.newId()
    return this.#parts.store.change<SaveStep<Text>>([save.id], (rows) => {
      const step = saveDraft(rows.get(save.id), save, copyId)
      return { change: step.kind === 'kept' ? step.change : {}, result: step }
    })
  }

  /** Deletes a post; a text that the server does not have goes to the bin. */
  async remove(id: string): Promise<void> {
    await this.#parts.store.change([id], (rows) => {
      const row = rows.get(id)
      if (row === undefined) return nothing
      const binned = row.draft === null ? [] : [{ postId: id, text: row.draft, why: 'deleted' as const }]
      return write(id, removeDraft(row), { binned })
    })
  }

  /**
   * Takes over what changed on the server, then sends what is pending, one after the other. There is one round at a time:
   * asked during a round, it makes another one, since the edit that asked may have come after the round looked.
   */
  run(): Promise<RoundOutcome> {
    if (this.#running !== null) {
      this.#isAskedAgain = true
      return this.#running
    }
    this.#running = this.#rounds().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #rounds(): Promise<RoundOutcome> {
    for (;;) {
      this.#isAskedAgain = false
      const outcome = await this.#round()
      if (outcome === 'later' || outcome === 'unauthenticated' || !this.#isAskedAgain) return outcome
    }
  }

  async #round(): Promise<RoundOutcome> {
    const pulled = await this.#pull()
    if (pulled !== 'idle') return pulled
    let end: RoundOutcome = 'idle'
    for (const id of await this.#parts.store.pending()) {
      const outcome = await this.#push(id)
      if (outcome === 'later' || outcome === 'unauthenticated') return outcome
      if (outcome === 'broken') end = outcome
    }
    return end
  }

  async #pull(): Promise<RoundOutcome> {
    const { store, server } = this.#parts
    for (;;) {
      const answer = await server.changes(await store.cursor())
      if (answer.outcome !== 'changes') return answer.outcome
      const { posts, cursor, more } = answer
      await store.change(
        posts.map(({ id }) => id),
        (rows) => ({
          change: {
            rows: posts.flatMap((post) => pulledRow(rows.get(post.id), post)),
            cursor,
            isLastNews: !more,
          },
          result: null,
        }),
      )
      this.#passed('pulled')
      if (!more) return 'idle'
    }
  }

  async #push(id: string): Promise<RoundOutcome> {
    const row = await this.#parts.store.read(id)
    if (row !== null && draftState(row) === 'dirty') {
      const outcome = await this.#freeze(row)
      if (outcome !== 'idle') return outcome
    }
    const frozen = await this.#parts.store.read(id)
    // Edited or pulled meanwhile: the next round sees to it.
    if (!frozen?.request) return 'idle'
    const answer = await this.#parts.server.send(id, frozen.request)
    this.#passed('answered')
    if (isUndecided(answer)) return answer.outcome
    const requestId = frozen.request.id
    await this.#parts.store.change([id], (rows) => {
      const current = rows.get(id)
      return current === undefined ? nothing : write(id, answered(current, requestId, answer))
    })
    this.#passed('booked')
    return 'idle'
  }

  /** Puts the images on the server, then writes the request down. What is typed meanwhile is left for the next request. */
  async #freeze(row: DraftRow<Text>): Promise<RoundOutcome> {
    const text = shownText(row)
    const urls = new Map<string, string>()
    for (const sha256 of text === null ? [] : this.#parts.images.find(text)) {
      const placed = await this.#placeImage(sha256)
      if (placed.outcome === 'rejected') return this.#block(row, placed.problem)
      if (placed.outcome !== 'placed') return placed.outcome
      urls.set(sha256, placed.url)
    }
    const sent = text === null ? null : this.#parts.images.replace(text, urls)
    const requestId = this.#parts.newId()
    await this.#parts.store.change([row.id], (rows) => {
      const current = rows.get(row.id)
      const isSame = current?.revision === row.revision && draftState(current) === 'dirty'
      return isSame ? write(row.id, freezeDraft(current, requestId, sent)) : nothing
    })
    this.#passed('frozen')
    return 'idle'
  }

  async #placeImage(sha256: string) {
    const { store, server } = this.#parts
    const image = await store.image(sha256)
    if (image === null)
      return {
        outcome: 'rejected',
        problem: missingImage,
      } as const
    if (image.url !== null) return { outcome: 'placed', url: image.url } as const
    const answer = await server.placeImage(sha256, image)
    if (answer.outcome !== 'placed') return answer
    this.#passed('image-sent')
    await store.placeImage(sha256, answer.url)
    this.#passed('image-placed')
    return answer
  }

  async #block(row: DraftRow<Text>, problem: DraftProblem): Promise<RoundOutcome> {
    await this.#parts.store.change([row.id], (rows) => {
      const current = rows.get(row.id)
      const isSame = current?.revision === row.revision && draftState(current) === 'dirty'
      return isSame ? write(row.id, { ...current, problem }) : nothing
    })
    return 'idle'
  }

  #passed(point: SyncPoint): void {
    this.#parts.onPoint?.(point)
  }
}

const missingImage: DraftProblem = {
  sentence: 'An image of this post is missing on this machine. Put it in again.',
  fields: {},
  freeSlug: null,
}

const nothing = { change: {}, result: null }

function write<Text>(id: string, row: DraftRow<Text> | null, more: DraftChange<Text> = {}) {
  return { change: { ...more, rows: [{ id, row }] }, result: null }
}

/** What a change on the server makes of a row; a deletion of what was never here is nothing. */
function pulledRow<Text>(
  row: DraftRow<Text> | undefined,
  { id, ...post }: { id: string; version: number | null; text: Text | null },
): { id: string; row: DraftRow<Text> | null }[] {
  if (row === undefined && post.text === null) return []
  return [{ id, row: pullPost(row ?? newDraftRow<Text>(id), post) }]
}

/** Whether nobody knows yet what the server makes of a request. */
function isUndecided<Text>(answer: SendOutcome<Text>): answer is Failure | Broken {
  return ['later', 'unauthenticated', 'broken'].includes(answer.outcome)
}

function answered<Text>(
  row: DraftRow<Text>,
  requestId: string,
  answer: Exclude<SendOutcome<Text>, Failure | Broken>,
): DraftRow<Text> | null {
  if (answer.outcome === 'accepted') return acceptDraft(row, requestId, answer.post)
  if (answer.outcome === 'refused') return refuseDraft(row, requestId, answer.theirs)
  return rejectDraft(row, requestId, answer.problem)
}
