import type { PostInput } from '@priormark/core/blog/post-input'
import type { DraftChange, DraftStore } from '@priormark/core/blog/drafts/draft-ports'
import type { DraftRow } from '@priormark/core/blog/drafts/draft-row'
import { expect } from 'vitest'
import { MemoryStore, type TestDraftStore, type TestText } from './draft-model.ts'
import { postInput } from './post-input.ts'
import { tryHistories } from './draft-steps.ts'
import { World } from './draft-world.ts'

/** An open persistent store. */
export interface OpenStore {
  store: DraftStore<PostInput>
  /** All posts in its list. */
  list(): Promise<{ id: string; title: string }[]>
  /** Newest first. */
  discarded(): Promise<{ text: PostInput }[]>
  addImage(sha256: string): Promise<void>
  close(): void
}

/**
 * A persistent store for the random histories. All reads use it. An in-memory store gets the same changes for the
 * invariants to check, and `expectSame` compares the two.
 */
export class PersistentTestStore implements TestDraftStore {
  readonly #open: () => Promise<OpenStore>
  readonly #memory = new MemoryStore()
  #opened: Promise<OpenStore>

  constructor(open: () => Promise<OpenStore>) {
    this.#open = open
    this.#opened = open()
  }

  get rows() {
    return this.#memory.rows
  }

  get discarded() {
    return this.#memory.discarded
  }

  async pending() {
    return (await this.#store()).pending()
  }

  async read(id: string) {
    const row = await (await this.#store()).read(id)
    return row && withTexts(row, markOf)
  }

  async change<Result>(
    ids: readonly string[],
    decide: (rows: ReadonlyMap<string, DraftRow<TestText>>) => {
      change: DraftChange<TestText>
      result: Result
    },
  ) {
    const store = await this.#store()
    return store.change(ids, (found) => {
      const rows = new Map([...found].map(([id, row]) => [id, withTexts(row, markOf)]))
      const { change, result } = decide(rows)
      this.#memory.write(change)
      const { rows: written = [], discarded = [], ...others } = change
      const changed: DraftChange<PostInput> = {
        ...others,
        rows: written.map(({ id, row }) => ({ id, row: row && withTexts(row, postOf) })),
        discarded: discarded.map((entry) => ({ ...entry, text: postOf(entry.text) })),
      }
      return { change: changed, result }
    })
  }

  async cursor() {
    return (await this.#store()).cursor()
  }

  async image(sha256: string) {
    return (await this.#store()).image(sha256)
  }

  async recordImageUrl(sha256: string, url: string) {
    await (await this.#store()).recordImageUrl(sha256, url)
  }

  async addImage(sha256: string) {
    await (await this.#opened).addImage(sha256)
  }

  async reopen() {
    await this.close()
    this.#opened = this.#open()
  }

  async close() {
    const { close } = await this.#opened
    close()
  }

  /** Compares rows, cards, order of the discarded drafts and cursor with the store in memory. */
  async expectSame(): Promise<void> {
    const { store, list, discarded } = await this.#opened
    const cards = await list()
    const known = await Promise.all(cards.map(({ id }) => this.read(id)))
    expect(new Map(known.flatMap((row) => (row === null ? [] : [[row.id, row] as const])))).toEqual(
      new Map(this.#memory.rows),
    )
    const marks = [...this.#memory.rows.values()].map(({ id, draft, base, isRemoved }) => {
      const shown = (isRemoved ? null : draft) ?? base
      return [id, shown?.mark ?? ''] as const
    })
    expect(new Map(cards.map(({ id, title }) => [id, title] as const))).toEqual(new Map(marks))
    expect((await discarded()).map(({ text }) => text.title).reverse()).toEqual(this.#memory.discarded)
    expect(await store.cursor()).toBe(await this.#memory.cursor())
    expect((await store.pending()).toSorted()).toEqual((await this.#memory.pending()).toSorted())
  }

  async #store(): Promise<DraftStore<PostInput>> {
    return (await this.#opened).store
  }
}

/** Checks the invariants with persistent stores, and that each store has the same content as one in memory. */
export async function checkInvariants(
  runs: { numRuns: number; seed: number },
  newStore: (name: string) => PersistentTestStore,
): Promise<void> {
  let worlds = 0
  let changes = 0
  let stores: PersistentTestStore[] = []
  const newWorld = () => {
    worlds += 1
    stores = []
    return new World((name) => {
      const store = newStore(`${name}-${worlds}`)
      stores.push(store)
      return store
    })
  }
  await tryHistories(runs, newWorld, async ({ server }, isOver) => {
    for (const store of stores) await store.expectSame()
    if (!isOver) return
    changes += server.applied.length
    for (const store of stores) await store.close()
  })
  expect(changes, 'the histories change something').toBeGreaterThan(runs.numRuns)
}

/** The other fields of every text, because stores accept only valid posts. */
const written = postInput({ content: '<p>Words</p>', excerpt: 'Words', slug: 'words' })

const postOf = ({ mark, image = '' }: TestText): PostInput => ({
  ...written,
  title: mark,
  metaKeywords: image,
})
const markOf = ({ title, metaKeywords }: PostInput): TestText =>
  metaKeywords === '' ? { mark: title } : { mark: title, image: metaKeywords }

function withTexts<From, To>(row: DraftRow<From>, to: (text: From) => To): DraftRow<To> {
  const { base, draft, request, theirs } = row
  return {
    ...row,
    base: base && to(base),
    draft: draft && to(draft),
    request: request && { ...request, text: request.text && to(request.text) },
    theirs: theirs && { ...theirs, text: theirs.text && to(theirs.text) },
  }
}
