import type { PostInput } from '@priormark/core/blog/post-input'
import type { BinEntry, DraftDesk, DraftStatus } from '@priormark/core/drafts/draft-desk'
import { editDraft, removeDraft, resolveDraft } from '@priormark/core/drafts/draft-machine'
import { draftState, newDraftRow, shownText, type DraftRow } from '@priormark/core/drafts/draft-row'
import { viewOfDraft } from '@priormark/core/drafts/draft-view'

/** A day on which everything in these tests happens. */
export const testDay = '2026-03-01T10:00:00.000Z'

/**
 * Drafts in memory, with the real machine and a round that a test decides: what it makes of each pending row, and how the
 * connection is afterwards.
 */
export class MemoryDrafts implements DraftDesk {
  readonly rows = new Map<string, DraftRow<PostInput>>()
  readonly binned: BinEntry[] = []
  connection: DraftStatus['connection'] = 'online'
  syncedAt: string | null = null
  /** What the server makes of a row that is dirty. */
  answer: (row: DraftRow<PostInput>) => DraftRow<PostInput> | null = (row) => accepted(row)
  readonly #listeners = new Set<(status: DraftStatus) => void>()
  #ids = 0

  async list() {
    return [...this.rows.values()].map((row) => ({
      id: row.id,
      title: shownText(row)?.title ?? '',
      status: shownText(row)?.status ?? ('draft' as const),
      state: draftState(row),
      touchedAt: testDay,
      isRemoved: row.isRemoved,
    }))
  }

  async read(id: string) {
    const row = this.rows.get(id)
    if (row === undefined) return null
    return viewOfDraft(row, testDay)
  }

  async save({ id, text, seenVersion }: Parameters<DraftDesk['save']>[0]) {
    this.rows.set(id, editDraft(this.rows.get(id) ?? newDraftRow<PostInput>(id), text, seenVersion))
  }

  async remove(id: string) {
    const row = this.rows.get(id)
    if (row !== undefined) this.put(id, removeDraft(row))
  }

  async resolve({ id, how, seenVersion }: Parameters<DraftDesk['resolve']>[0]) {
    const row = this.rows.get(id)
    if (row === undefined || draftState(row) !== 'conflict') return null
    if (row.theirs?.version !== seenVersion) return null
    const copyId = this.newId()
    const resolved = resolveDraft(row, how, copyId)
    this.put(id, resolved.row)
    if (resolved.copy !== null) this.put(copyId, resolved.copy)
    if (resolved.binned !== null) this.bury(id, resolved.binned)
    return resolved.copy === null ? null : copyId
  }

  async bin() {
    return this.binned
  }

  async takeBack() {
    return this.newId()
  }

  async addImage() {
    return `/_media/${'a'.repeat(64)}`
  }

  async sync() {
    if (this.connection === 'online') {
      for (const row of this.rows.values()) {
        if (draftState(row) === 'dirty') this.put(row.id, this.answer(row))
      }
    }
    for (const listener of this.#listeners) listener(this.status())
    return this.status()
  }

  watch(listener: (status: DraftStatus) => void) {
    this.#listeners.add(listener)
    listener(this.status())
    return () => this.#listeners.delete(listener)
  }

  put(id: string, row: DraftRow<PostInput> | null): void {
    if (row === null) this.rows.delete(id)
    else this.rows.set(id, row)
  }

  private status(): DraftStatus {
    const states = [...this.rows.values()].map((row) => draftState(row))
    const count = (state: string) => states.filter((one) => one === state).length
    const { connection, syncedAt } = this
    return {
      connection,
      syncedAt,
      waiting: count('dirty'),
      conflicts: count('conflict'),
      blocked: count('blocked'),
    }
  }

  private bury(postId: string, text: PostInput): void {
    this.binned.push({ id: this.newId(), postId, why: 'theirs_taken', at: testDay, text })
  }

  private newId(): string {
    this.#ids += 1
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`
  }
}

/** The server took it: as a version of its own, or it is gone. */
export function accepted(row: DraftRow<PostInput>): DraftRow<PostInput> | null {
  if (row.isRemoved) return null
  const version = (row.baseVersion ?? 0) + 1
  return { ...row, draft: null, baseVersion: version, base: row.draft, theirs: null, problem: null }
}

/** The server has somebody else's text at this version. */
export function refused(text: PostInput | null, version: number) {
  return (row: DraftRow<PostInput>): DraftRow<PostInput> =>
    row.baseVersion === version ? (accepted(row) ?? row) : { ...row, theirs: { version, text } }
}
