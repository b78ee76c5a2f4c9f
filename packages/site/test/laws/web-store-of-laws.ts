import type { PostInput } from '@priormark/core/blog/post-input'
import type { DraftChange } from '@priormark/core/drafts/draft-ports'
import type { DraftRow } from '@priormark/core/drafts/draft-row'
import { expect } from 'vitest'
import { MemoryStore, type StoreOfLaws, type TestText } from '../../../core/test/draft-model.ts'
import { emptyForm } from '../../src/admin/blog/editor/post-form.ts'
import { openDraftDatabase, type DraftDatabase } from '../../src/app/web-drafts/draft-database.ts'
import { createWebDraftStore, type WebDraftStore } from '../../src/app/web-drafts/web-draft-store.ts'

/**
 * IndexedDB as the histories of core's laws use it. Everything is read from there; beside it stands what a store in memory
 * holds after the same changes, for laws to look at, and `expectSame` proves that the two hold the same.
 */
export class WebStoreOfLaws implements StoreOfLaws {
  readonly #username: string
  readonly #beside = new MemoryStore()
  #opening: Promise<{ database: DraftDatabase; store: WebDraftStore }>

  constructor(username: string) {
    this.#username = username
    this.#opening = this.#open()
  }

  get rows() {
    return this.#beside.rows
  }

  get binned() {
    return this.#beside.binned
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
      this.#beside.write(change)
      const { rows: written = [], binned = [], ...others } = change
      const changed: DraftChange<PostInput> = {
        ...others,
        rows: written.map(({ id, row }) => ({ id, row: row && withTexts(row, postOf) })),
        binned: binned.map((entry) => ({ ...entry, text: postOf(entry.text) })),
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

  async placeImage(sha256: string, url: string) {
    await (await this.#store()).placeImage(sha256, url)
  }

  async addImage(sha256: string) {
    await (await this.#store()).keepImage(sha256, { type: 'image/png', bytes: new Uint8Array(), url: null })
  }

  async reopen() {
    await this.close()
    this.#opening = this.#open()
  }

  async close() {
    const { database } = await this.#opening
    database.close()
  }

  /** What is in IndexedDB is what a store in memory holds: rows, cards, order of the bin, cursor. */
  async expectSame(): Promise<void> {
    const { database, store } = await this.#opening
    const rows = (await database.getAll('rows')).map((row) => [row.id, withTexts(row, markOf)] as const)
    expect(new Map(rows)).toEqual(new Map(this.#beside.rows))
    const titles = (await store.list('')).map(({ id, title }) => [id, title] as const)
    const marks = [...this.#beside.rows.values()].map(({ id, draft, base, isRemoved }) => {
      const shown = (isRemoved ? null : draft) ?? base
      return [id, shown?.mark ?? ''] as const
    })
    expect(new Map(titles)).toEqual(new Map(marks))
    expect((await store.bin()).map(({ text }) => text.title).reverse()).toEqual(this.#beside.binned)
    expect(await store.cursor()).toBe(await this.#beside.cursor())
    expect((await store.pending()).toSorted()).toEqual((await this.#beside.pending()).toSorted())
  }

  async #store(): Promise<WebDraftStore> {
    return (await this.#opening).store
  }

  async #open() {
    const database = await openDraftDatabase(this.#username)
    return { database, store: createWebDraftStore(database) }
  }
}

const postOf = ({ mark, image = '' }: TestText): PostInput => ({
  ...emptyForm,
  title: mark,
  featuredImage: image,
})
const markOf = ({ title, featuredImage }: PostInput): TestText =>
  featuredImage === '' ? { mark: title } : { mark: title, image: featuredImage }

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
