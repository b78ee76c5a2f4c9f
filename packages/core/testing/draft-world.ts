import { isDeepStrictEqual } from 'node:util'
import { DraftSync } from '@priormark/core/blog/drafts/draft-sync'
import { draftState, draftImagePath } from '@priormark/core/blog/drafts/draft-row'
import type { DraftBasis, Resolution } from '@priormark/core/blog/drafts/draft-service'
import type { PostInput } from '@priormark/core/blog/post'
import { MemoryStore, ModelServer, unreliableServer, type Fault, type TestDraftStore } from './draft-model.ts'
import { postInput } from './post-input.ts'

class Crash extends Error {}

/** Returns the text of one save, whose title is unique. */
const markedText = (title: string, featuredImage = ''): PostInput =>
  postInput({ title, content: '<p>Words</p>', slug: 'words', featuredImage })

/** One device of one author: its store, and what its author remembers. */
export class Device {
  readonly name: string
  readonly world: World
  readonly store: TestDraftStore
  /** The last text of each post that the author saved here and has not discarded. */
  readonly saved = new Map<string, string>()
  /** Texts that the author discarded: they must be among the discarded drafts or on the server. */
  readonly discarded: string[] = []
  /** The versions that the author started from or chose to overwrite. */
  readonly seen = new Map<string, Set<number>>()
  /** The ids of requests that were sent with other content than the stored one. */
  readonly unwritten: string[] = []
  /** Saves with the store itself, while cycles may crash. */
  readonly #editor: DraftSync
  #sync: DraftSync
  #faults: Fault[] = []
  /** How many more calls of the cycle succeed before the process ends; null if it does not. */
  #callsToCrash: number | null = null
  readonly #opened = new Map<string, DraftBasis>()

  constructor(name: string, world: World, store: TestDraftStore) {
    this.name = name
    this.world = world
    this.store = store
    this.#editor = new DraftSync({ store, server: this.#server(), newId: () => world.newId() })
    this.#sync = this.#start()
  }

  /** Restarts the process; what was in memory is lost. */
  async restart(): Promise<void> {
    await this.store.reopen()
    this.#sync = this.#start()
  }

  get posts(): string[] {
    return [...this.store.rows.values()].filter(({ isRemoved }) => !isRemoved).map(({ id }) => id)
  }

  get conflicts(): string[] {
    return [...this.store.rows.values()].filter((row) => draftState(row) === 'conflict').map(({ id }) => id)
  }

  async create(): Promise<void> {
    await this.#save(this.world.newId(), markedText(this.world.newMark()))
  }

  async edit(id: string, withImage: boolean): Promise<void> {
    this.#look(id)
    const mark = this.world.newMark()
    if (!withImage) return this.#save(id, markedText(mark))
    const sha256 = this.world.newImage()
    await this.store.addImage(sha256)
    await this.#save(id, markedText(mark, draftImagePath(sha256)))
  }

  /** Opens an editor and leaves it open while changes are pulled. */
  open(id: string): void {
    this.#look(id)
    this.#opened.set(id, this.#basis(id))
  }

  /**
   * Saves the text of an editor that has been open for a while. If another window or the server has a newer text by
   * then, the author sees it and keeps their own.
   */
  async saveOpened(): Promise<void> {
    for (const [id, basedOn] of this.#opened) {
      const mark = this.world.newMark()
      let step = await this.#editor.save({ id, content: markedText(mark), basedOn })
      while (step.kind === 'unseen') {
        const { theirs } = step
        if (theirs.version !== null) this.#saw(id, theirs.version)
        step = await this.#editor.save({ id, content: markedText(mark), basedOn: theirs, resolution: 'mine' })
      }
      this.saved.set(id, mark)
    }
    this.#opened.clear()
  }

  async remove(id: string): Promise<void> {
    this.#look(id)
    // Deleting closes the editor.
    this.#opened.delete(id)
    const draft = this.store.rows.get(id)?.draft
    if (draft) this.discarded.push(draft.title)
    this.saved.delete(id)
    await this.#editor.remove(id)
  }

  async resolve(id: string, how: Resolution): Promise<void> {
    const row = this.store.rows.get(id)
    const mark = this.saved.get(id)
    if (row?.theirs && how === 'mine' && row.theirs.version !== null) this.#saw(id, row.theirs.version)
    if (how !== 'mine') this.saved.delete(id)
    if (how === 'theirs' && row?.draft) this.discarded.push(row.draft.title)
    const basedOn = { version: row?.theirs?.version ?? null, revision: row?.revision ?? 0 }
    const step = await this.#editor.save({ id, content: row?.draft ?? null, basedOn, resolution: how })
    const isCopied = step.kind === 'stored' && step.id !== id
    if (isCopied && mark !== undefined) this.saved.set(step.id, mark)
  }

  /** Runs a sync cycle, optionally with faults for each call, a crash after a number of calls, and edits meanwhile. */
  async run(
    faults: readonly Fault[] = [],
    crashAfter: number | null = null,
    meanwhile?: () => Promise<void>,
  ) {
    this.#faults = [...faults]
    this.#callsToCrash = crashAfter
    const cycle = this.#sync.run().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
      // Edits at the same moment continue with the same store.
      this.#sync = this.#start()
    })
    await meanwhile?.()
    await cycle
    this.#faults = []
    this.#callsToCrash = null
  }

  /** Starts several sync cycles at the same moment. */
  async runAtOnce(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#sync.run()))
  }

  async #save(id: string, text: PostInput): Promise<void> {
    this.saved.set(id, text.title)
    await this.#editor.save({ id, content: text, basedOn: this.#basis(id) })
  }

  /** What an editor that opens now is based on. */
  #basis(id: string): DraftBasis {
    const row = this.store.rows.get(id)
    return { version: row?.baseVersion ?? null, revision: row?.revision ?? 0 }
  }

  /** The editor opens with the server's text if there is no draft. */
  #look(id: string): void {
    const row = this.store.rows.get(id)
    if (row !== undefined && draftState(row) === 'clean' && row.baseVersion !== null)
      this.#saw(id, row.baseVersion)
  }

  #saw(id: string, version: number): void {
    this.seen.set(id, new Set([...(this.seen.get(id) ?? []), version]))
  }

  #server() {
    return unreliableServer(this.world.server, this.name, () => this.#faults.shift() ?? 'none')
  }

  #start(): DraftSync {
    const { store } = this
    const server = this.#server()
    return new DraftSync({
      store: {
        pending: () => store.pending(),
        read: (id) => store.read(id),
        cursor: () => store.cursor(),
        image: (sha256) => store.image(sha256),
        change: async (ids, decide) => this.#passed(await store.change(ids, decide)),
        recordImageUrl: async (sha256, url) => this.#passed(await store.recordImageUrl(sha256, url)),
      },
      server: {
        changes: (cursor) => server.changes(cursor),
        uploadImage: async (sha256, image) => this.#passed(await server.uploadImage(sha256, image)),
        send: async (id, request) => {
          const written = store.rows.get(id)?.request
          if (!isDeepStrictEqual(request, written)) this.unwritten.push(request.id)
          return this.#passed(await server.send(id, request))
        },
      },
      newId: () => this.world.newId(),
    })
  }

  /** Ends the process after a call, if it is the one. */
  #passed<Value>(value: Value): Value {
    if (this.#callsToCrash === null) return value
    this.#callsToCrash -= 1
    if (this.#callsToCrash > 0) return value
    this.#callsToCrash = null
    throw new Crash()
  }
}

/** Two devices and one server. */
export class World {
  readonly server = new ModelServer()
  readonly devices: readonly [Device, Device]
  #ids = 0
  #marks = 0
  #images = 0

  constructor(storeOf: (name: string) => TestDraftStore = () => new MemoryStore()) {
    const device = (name: string) => new Device(name, this, storeOf(name))
    this.devices = [device('ann'), device('ben')]
  }

  newId(): string {
    this.#ids += 1
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`
  }

  newMark(): string {
    this.#marks += 1
    return `mark ${this.#marks}`
  }

  /** Returns the SHA-256 of another image. */
  newImage(): string {
    this.#images += 1
    return String(this.#images).padStart(64, '0')
  }
}
