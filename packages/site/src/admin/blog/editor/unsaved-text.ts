import type { UnsavedText } from '@priormark/core/drafts/draft-service'

/** Autosave 3 s after the last key. */
const autosaveDelayMs = 3_000
const autosaveRetryMs = 15_000
/** How much writing a crash of the tab may cost, in milliseconds. */
const keepPauseMs = 500

/** How the autosaving on the server goes. */
export type AutosaveState =
  | { kind: 'idle' | 'waiting' | 'saving' }
  | { kind: 'saved'; atMs: number }
  | { kind: 'failed'; error: unknown }

/** Where a text that was set aside is: among the post's revisions, or on this machine. */
export type KeptPlace = 'revision' | 'unsaved' | 'bin'

/** Where unsaved text is kept. */
export interface UnsavedTextPorts {
  /** Stores a revision of the post on the server. */
  autosave(text: UnsavedText): Promise<unknown>
  /** Stores the text on this machine. Returns false if that failed. */
  keepUnsaved(text: UnsavedText): Promise<boolean>
  dropUnsaved(id: string): void
  /** Marks the editor with this id as open, until the returned function is called. */
  hold(id: string): () => void
  newId(): string
}

interface UnsavedTextParts {
  ports: UnsavedTextPorts
  /** Returns what is in the editor now. */
  read: () => Omit<UnsavedText, 'id' | 'at'>
  /** Whether any of it is unsaved. */
  isDirty: () => boolean
  onAutosave: (state: AutosaveState) => void
}

/**
 * Keeps the unsaved text of one editor: on this machine within half a second, and on the server once the typing pauses. The
 * server gets one call at a time, never an older text after a newer one, and failed calls again.
 */
export class UnsavedTextKeeper {
  readonly #parts: UnsavedTextParts
  /** Names the unsaved text and the autosaved revision of this editor. */
  #id: string
  #release: () => void
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #autosaveTimer: ReturnType<typeof setTimeout> | undefined
  #waiting: UnsavedText | null = null
  #running: Promise<boolean> | null = null
  #cancels = 0

  constructor(parts: UnsavedTextParts) {
    this.#parts = parts
    this.#id = parts.ports.newId()
    this.#release = parts.ports.hold(this.#id)
  }

  /** Schedules the keeping of what was just changed. */
  keep(): void {
    if (!this.#parts.isDirty()) return this.#forget()
    this.#keepTimer ??= setTimeout(() => this.keepNow(), keepPauseMs)
    this.#change()
  }

  /** Keeps it on this machine at once: the tab may go any moment. */
  keepNow(): void {
    this.#stopKeeping()
    if (this.#parts.isDirty()) void this.#parts.ports.keepUnsaved(this.#text())
  }

  /** Puts it on the server at once. Returns false if that failed. */
  flush(): Promise<boolean> {
    if (this.#parts.isDirty()) this.#change()
    return this.#autosave()
  }

  /** Goes on under the id of an editor that left its text behind. */
  resume(id: string): void {
    this.#release()
    this.#parts.ports.dropUnsaved(this.#id)
    this.#openAs(id)
  }

  /**
   * Keeps the text under this editor's id and goes on under another, so that it is not overwritten.
   * @param isBinned whether it is in the bin too, and needs no other place on this machine
   * @returns where it is; null if it could be kept nowhere, and the editor is as it was
   */
  async setAside(isBinned = false): Promise<KeptPlace | null> {
    const { keepUnsaved, dropUnsaved, newId } = this.#parts.ports
    const isHere = !isBinned && (await keepUnsaved(this.#text()))
    const isOnServer = await this.#lastAutosave()
    if (!isOnServer && !isHere && !isBinned) return null
    this.#release()
    if (isOnServer || isBinned) dropUnsaved(this.#id)
    this.#openAs(newId())
    if (isOnServer) return 'revision'
    return isBinned ? 'bin' : 'unsaved'
  }

  /** Keeps the text of a writer who leaves. @param isListed whether the post can be found on the server */
  async leave(isListed: boolean): Promise<void> {
    this.keepNow()
    const isOnServer = await this.#lastAutosave()
    if (isOnServer && isListed) this.#parts.ports.dropUnsaved(this.#id)
  }

  /** The text is saved or given up; its last autosave stays among the revisions. */
  end(): void {
    this.#forget()
    this.#release()
  }

  /** Stops keeping, and leaves what is kept. */
  close(): void {
    this.#stopKeeping()
    this.#cancelAutosave()
    this.#release()
  }

  #openAs(id: string): void {
    this.#id = id
    this.#release = this.#parts.ports.hold(id)
  }

  #forget(): void {
    this.#stopKeeping()
    this.#cancelAutosave()
    this.#parts.ports.dropUnsaved(this.#id)
  }

  #stopKeeping(): void {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
  }

  #text(): UnsavedText {
    return { id: this.#id, at: new Date().toISOString(), ...this.#parts.read() }
  }

  #change(): void {
    this.#waiting = this.#text()
    this.#parts.onAutosave({ kind: 'waiting' })
    this.#scheduleAutosave(autosaveDelayMs)
  }

  #scheduleAutosave(delayMs: number): void {
    clearTimeout(this.#autosaveTimer)
    this.#autosaveTimer = setTimeout(() => void this.#autosave(), delayMs)
  }

  /** Autosaves what waits. Returns false if that failed. */
  async #autosave(): Promise<boolean> {
    clearTimeout(this.#autosaveTimer)
    if (this.#running !== null) {
      await this.#running
      return this.#autosave()
    }
    if (this.#waiting === null) return true
    this.#running = this.#autosaveOne(this.#waiting)
    try {
      return await this.#running
    } finally {
      this.#running = null
    }
  }

  async #autosaveOne(text: UnsavedText): Promise<boolean> {
    const { ports, onAutosave } = this.#parts
    this.#waiting = null
    const cancelsBefore = this.#cancels
    onAutosave({ kind: 'saving' })
    try {
      await ports.autosave(text)
      onAutosave(this.#waiting === null ? { kind: 'saved', atMs: Date.now() } : { kind: 'waiting' })
      return true
    } catch (error) {
      if (this.#cancels > cancelsBefore) return false
      this.#waiting ??= text
      onAutosave({ kind: 'failed', error })
      this.#scheduleAutosave(autosaveRetryMs)
      return false
    }
  }

  async #lastAutosave(): Promise<boolean> {
    this.#change()
    const isOnServer = await this.#autosave()
    this.#cancelAutosave()
    return isOnServer
  }

  /** Forgets what waits. A call that is under way is not repeated. */
  #cancelAutosave(): void {
    clearTimeout(this.#autosaveTimer)
    this.#cancels += 1
    this.#waiting = null
    this.#parts.onAutosave({ kind: 'idle' })
  }
}
