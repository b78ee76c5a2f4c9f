import { createAutosaver, type Autosaver, type AutosaveState } from './autosaver.ts'
import type { LocalCopy } from './local-copies.ts'

/** Autosave 3 s after the last key. */
export const autosaveDelayMs = 3_000
const autosaveRetryMs = 15_000
/** How much writing a crash of the tab may cost, in milliseconds. */
const copyPauseMs = 500

/** Where unsaved text is kept. */
export interface UnsavedTextPorts {
  /** Stores a revision of the post on the server. */
  autosave(copy: LocalCopy): Promise<unknown>
  keepCopy(copy: LocalCopy): boolean
  dropCopy(id: string): void
  /** Marks the editor with this id as open, until the returned function is called. */
  hold(id: string): () => void
  newId(): string
}

interface UnsavedTextParts {
  ports: UnsavedTextPorts
  /** What is in the editor now. */
  read: () => Omit<LocalCopy, 'id' | 'at'>
  /** Whether any of it is unsaved. */
  isDirty: () => boolean
  onAutosave: (state: AutosaveState) => void
}

/** Keeps the unsaved text of one editor: in this browser within half a second, on the server once the typing pauses. */
export class UnsavedText {
  readonly #parts: UnsavedTextParts
  readonly #autosaver: Autosaver<LocalCopy>
  /** Names the local copy and the autosaved revision of this editor. */
  #id: string
  #release: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: UnsavedTextParts) {
    const { ports, onAutosave } = parts
    this.#parts = parts
    this.#id = ports.newId()
    this.#release = ports.hold(this.#id)
    this.#autosaver = createAutosaver<LocalCopy>({
      save: (copy) => ports.autosave(copy),
      onState: onAutosave,
      delayMs: autosaveDelayMs,
      retryMs: autosaveRetryMs,
    })
  }

  /** Schedules the keeping of what was just changed. */
  keep(): void {
    if (!this.#parts.isDirty()) return this.#forget()
    this.#timer ??= setTimeout(() => this.keepNow(), copyPauseMs)
    this.#autosaver.change(this.#copy())
  }

  /** Keeps it in this browser at once: the tab may go any moment. */
  keepNow(): void {
    this.#stopTimer()
    if (this.#parts.isDirty()) this.#parts.ports.keepCopy(this.#copy())
  }

  /** Puts it on the server at once. Returns false if that failed. */
  flush(): Promise<boolean> {
    if (this.#parts.isDirty()) this.#autosaver.change(this.#copy())
    return this.#autosaver.flush()
  }

  /** Goes on under the id of an editor that left a copy behind. */
  resume(id: string): void {
    this.#release()
    this.#parts.ports.dropCopy(this.#id)
    this.#openAs(id)
  }

  /**
   * Keeps the text under this editor's id and goes on under another, so that it is not overwritten.
   * @param isKeptElsewhere whether it is in the bin too, so that no local copy is needed
   * @returns whether the server has it
   */
  async setAside(isKeptElsewhere = false): Promise<boolean> {
    this.#parts.ports.keepCopy(this.#copy())
    const isOnServer = await this.#autosaveNow()
    this.#release()
    if (isOnServer || isKeptElsewhere) this.#parts.ports.dropCopy(this.#id)
    this.#openAs(this.#parts.ports.newId())
    return isOnServer
  }

  /** Keeps the text of a writer who leaves. @param isListed whether the post can be found on the server */
  async leave(isListed: boolean): Promise<void> {
    this.keepNow()
    const isOnServer = await this.#autosaveNow()
    if (isOnServer && isListed) this.#parts.ports.dropCopy(this.#id)
  }

  /** The text is saved or given up; its last autosave stays among the revisions. */
  end(): void {
    this.#forget()
    this.#release()
  }

  /** Stops keeping, and leaves what is kept. */
  close(): void {
    this.#stopTimer()
    this.#autosaver.cancel()
    this.#release()
  }

  async #autosaveNow(): Promise<boolean> {
    this.#autosaver.change(this.#copy())
    const isOnServer = await this.#autosaver.flush()
    this.#autosaver.cancel()
    return isOnServer
  }

  #openAs(id: string): void {
    this.#id = id
    this.#release = this.#parts.ports.hold(id)
  }

  #forget(): void {
    this.#stopTimer()
    this.#autosaver.cancel()
    this.#parts.ports.dropCopy(this.#id)
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #copy(): LocalCopy {
    return { id: this.#id, at: new Date().toISOString(), ...this.#parts.read() }
  }
}
