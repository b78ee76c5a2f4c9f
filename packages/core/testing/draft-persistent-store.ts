import type { DraftChange, DraftRow, DraftStore } from '@priormark/core/blog/drafts/draft-row'
import { expect } from 'vitest'
import { MemoryStore, type TestDraftStore } from './draft-model.ts'
import { tryHistories } from './draft-steps.ts'
import { World } from './draft-world.ts'

/** An open persistent store. */
type OpenStore = DraftStore & { close(): void }

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
    return (await this.#opened).pending()
  }

  async read(id: string) {
    return (await this.#opened).read(id)
  }

  async change<Result>(
    ids: readonly string[],
    decide: (rows: ReadonlyMap<string, DraftRow>) => { change: DraftChange; result: Result },
  ) {
    return (await this.#opened).change(ids, (rows) => {
      const decision = decide(rows)
      this.#memory.write(decision.change)
      return decision
    })
  }

  async cursor() {
    return (await this.#opened).cursor()
  }

  async image(sha256: string) {
    return (await this.#opened).image(sha256)
  }

  async recordImageUrl(sha256: string, url: string) {
    await (await this.#opened).recordImageUrl(sha256, url)
  }

  async addImage(sha256: string) {
    const image = { type: 'image/png', bytes: new Uint8Array(), url: null }
    await (await this.#opened).storeImage(sha256, image)
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
    const store = await this.#opened
    const cards = await store.list('')
    const rows = await Promise.all(cards.map(({ id }) => store.read(id)))
    expect(new Map(rows.flatMap((row) => (row === null ? [] : [[row.id, row] as const])))).toEqual(
      new Map(this.#memory.rows),
    )
    const titles = [...this.#memory.rows.values()].map(({ id, draft, base, isRemoved }) => {
      const shown = (isRemoved ? null : draft) ?? base
      return [id, shown?.title ?? ''] as const
    })
    expect(new Map(cards.map(({ id, title }) => [id, title] as const))).toEqual(new Map(titles))
    const discarded = await store.discarded()
    expect(discarded.map(({ text }) => text.title).reverse()).toEqual(this.#memory.discarded)
    expect(await store.cursor()).toBe(await this.#memory.cursor())
    expect((await store.pending()).toSorted()).toEqual((await this.#memory.pending()).toSorted())
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
