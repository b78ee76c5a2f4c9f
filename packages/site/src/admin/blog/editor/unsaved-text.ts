import type { UnsavedText, DraftService } from '@priormark/core/blog/drafts/draft-service'
import type { StoreApi } from 'zustand/vanilla'
import { isDirty, type AutosaveState, type PostEditorState } from './post-form.ts'

const autosaveDelayMs = 3_000
const autosaveRetryMs = 15_000
/** How much typing a crash of the tab may lose, in milliseconds. */
const storeDelayMs = 500

/** Where a text was saved: as a revision, as unsaved text on this computer, or among the discarded drafts. */
export type SavedPlace = 'revision' | 'unsaved' | 'discarded'

/** Storage for unsaved text. */
export interface UnsavedTextDeps {
  /** Stores a revision of the post on the server. */
  autosave(text: UnsavedText): Promise<unknown>
  /** Stores the text on this computer. Returns false if that failed. */
  storeUnsaved(text: UnsavedText): Promise<boolean>
  dropUnsaved(id: string): void
  newId(): string
}

/**
 * Stores the unsaved text of one editor: on this computer within half a second, and on the server when the typing pauses.
 * Calls to the server run one at a time and in order. Failed calls are repeated.
 */
export class UnsavedTextSaver {
  readonly #store: StoreApi<PostEditorState>
  readonly #deps: UnsavedTextDeps
  /** The id of this editor's unsaved text and autosaved revision. */
  #id: string
  #release: () => void
  #storeTimer: ReturnType<typeof setTimeout> | undefined
  #autosaveTimer: ReturnType<typeof setTimeout> | undefined
  #queuedText: UnsavedText | null = null
  #runningAutosave: Promise<boolean> | null = null
  #cancelCount = 0

  /** @param store the editor's state, in which the state of autosaving is recorded */
  constructor(store: StoreApi<PostEditorState>, deps: UnsavedTextDeps) {
    this.#store = store
    this.#deps = deps
    this.#id = deps.newId()
    this.#release = lockEditor(this.#id)
  }

  /** Schedules saving after a change. */
  schedule(): void {
    if (!isDirty(this.#store.getState())) return this.#discard()
    this.#storeTimer ??= setTimeout(() => this.storeNow(), storeDelayMs)
    this.#queueText()
  }

  /** Stores the text on this computer now, because the tab may close. */
  storeNow(): void {
    this.#cancelStoring()
    if (isDirty(this.#store.getState())) void this.#deps.storeUnsaved(this.#readText())
  }

  /** Autosaves on the server now. Returns false if that failed. */
  flush(): Promise<boolean> {
    if (isDirty(this.#store.getState())) this.#queueText()
    return this.#autosave()
  }

  /** Continues under the id of an editor that ended without saving. */
  resume(id: string): void {
    this.#release()
    this.#deps.dropUnsaved(this.#id)
    this.#continueAs(id)
  }

  /**
   * Saves the text under this editor's id and continues under another id, so that it is not overwritten.
   * @param isDiscarded whether the text is already among the discarded drafts
   * @returns where it was saved, or null if it could not be saved and nothing changed
   */
  async setAside(isDiscarded = false): Promise<SavedPlace | null> {
    const { storeUnsaved, dropUnsaved, newId } = this.#deps
    const isStoredHere = !isDiscarded && (await storeUnsaved(this.#readText()))
    const isOnServer = await this.#autosaveLastText()
    if (!isOnServer && !isStoredHere && !isDiscarded) return null
    this.#release()
    if (isOnServer || isDiscarded) dropUnsaved(this.#id)
    this.#continueAs(newId())
    if (isOnServer) return 'revision'
    return isDiscarded ? 'discarded' : 'unsaved'
  }

  /** Saves the text when the user leaves. @param isListed whether the list of posts has the post */
  async leave(isListed: () => boolean): Promise<void> {
    this.storeNow()
    const isOnServer = await this.#autosaveLastText()
    if (isOnServer && isListed()) this.#deps.dropUnsaved(this.#id)
  }

  /** Drops the unsaved text. The last autosave stays among the revisions. */
  end(): void {
    this.#discard()
    this.#release()
  }

  /** Stops saving, and keeps the stored text. */
  close(): void {
    this.#cancelStoring()
    this.#cancelAutosave()
    this.#release()
  }

  #continueAs(id: string): void {
    this.#id = id
    this.#release = lockEditor(id)
  }

  #discard(): void {
    this.#cancelStoring()
    this.#cancelAutosave()
    this.#deps.dropUnsaved(this.#id)
  }

  #cancelStoring(): void {
    clearTimeout(this.#storeTimer)
    this.#storeTimer = undefined
  }

  #readText(): UnsavedText {
    const { postId, basedOn, form: content } = this.#store.getState()
    return { id: this.#id, at: new Date().toISOString(), postId, basedOn, content }
  }

  #queueText(): void {
    this.#queuedText = this.#readText()
    this.#store.setState({ autosave: { kind: 'waiting' } })
    this.#scheduleAutosave(autosaveDelayMs)
  }

  #scheduleAutosave(delayMs: number): void {
    clearTimeout(this.#autosaveTimer)
    this.#autosaveTimer = setTimeout(() => void this.#autosave(), delayMs)
  }

  /** Sends the waiting text. Returns false if that failed. */
  async #autosave(): Promise<boolean> {
    clearTimeout(this.#autosaveTimer)
    if (this.#runningAutosave !== null) {
      await this.#runningAutosave
      return this.#autosave()
    }
    if (this.#queuedText === null) return true
    this.#runningAutosave = this.#autosaveOne(this.#queuedText)
    try {
      return await this.#runningAutosave
    } finally {
      this.#runningAutosave = null
    }
  }

  async #autosaveOne(text: UnsavedText): Promise<boolean> {
    const setAutosave = (autosave: AutosaveState) => this.#store.setState({ autosave })
    this.#queuedText = null
    const cancelCountBefore = this.#cancelCount
    setAutosave({ kind: 'saving' })
    try {
      await this.#deps.autosave(text)
      // The text was saved in the meantime.
      if (this.#cancelCount > cancelCountBefore && this.#queuedText === null) return true
      setAutosave(this.#queuedText === null ? { kind: 'saved', atMs: Date.now() } : { kind: 'waiting' })
      return true
    } catch (error) {
      if (this.#cancelCount > cancelCountBefore) return false
      this.#queuedText ??= text
      setAutosave({ kind: 'failed', error })
      this.#scheduleAutosave(autosaveRetryMs)
      return false
    }
  }

  async #autosaveLastText(): Promise<boolean> {
    this.#queueText()
    const isOnServer = await this.#autosave()
    this.#cancelAutosave()
    return isOnServer
  }

  /** Drops the waiting text. A running call is not repeated. */
  #cancelAutosave(): void {
    clearTimeout(this.#autosaveTimer)
    this.#cancelCount += 1
    this.#queuedText = null
    this.#store.setState({ autosave: { kind: 'idle' } })
  }
}

const lockPrefix = 'priormark.editor.'

/**
 * Marks an editor as open for all tabs, until the returned function is called or the tab ends. A Web Lock is used because
 * the browser releases it even after a crash.
 */
function lockEditor(id: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  // Rejects where the browser blocks storage.
  void navigator.locks?.request(lockPrefix + id, () => released).catch(() => {})
  return release
}

/** Returns the unsaved texts of a post that belong to no open editor, newest first. */
export async function findAbandonedTexts(
  drafts: Pick<DraftService, 'unsaved'>,
  postId: string | null,
): Promise<UnsavedText[]> {
  const [texts, locks] = await Promise.all([
    drafts.unsaved(postId),
    navigator.locks?.query().catch(() => null),
  ])
  const isOpen = ({ id }: UnsavedText) => locks?.held?.some(({ name }) => name === lockPrefix + id) ?? false
  return texts.filter((text) => !isOpen(text))
}
