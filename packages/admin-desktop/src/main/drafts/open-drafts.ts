import { randomUUID } from 'node:crypto'
import type { DraftDesk, DraftStatus } from '@priormark/core/drafts/draft-desk'
import { createDraftApi } from '@priormark/core/drafts/draft-api'
import { editDraft } from '@priormark/core/drafts/draft-machine'
import type { DraftImage } from '@priormark/core/drafts/draft-ports'
import { newDraftRow } from '@priormark/core/drafts/draft-row'
import { DraftSync } from '@priormark/core/drafts/draft-sync'
import { expectDraftImage, viewOfDraft } from '@priormark/core/drafts/draft-view'
import { draftImagePath, postImages } from '@priormark/core/drafts/post-text'
import type { PostInput } from '@priormark/core/blog/post-input'
import type { Client } from '@priormark/core/http/client'
import { openDraftStore } from './draft-store.ts'
import { createSyncRunner } from './sync-runner.ts'

export interface Drafts extends DraftDesk {
  /** An image that a draft refers to; null where it is not kept here. */
  image(sha256: string): DraftImage | null
  close(): void
}

/** Opens the drafts of one user of one server: what screens see of them, sent by itself whenever the server is there. */
export function openDrafts({ file, client }: { file: string; client: Client }): Drafts {
  const store = openDraftStore(file)
  const listeners = new Set<(status: DraftStatus) => void>()
  const sync = new DraftSync<PostInput>({
    store,
    server: createDraftApi({ client, imageForm }),
    images: postImages,
    newId: randomUUID,
  })
  const runner = createSyncRunner({
    run: () => sync.run(),
    summary: () => store.summary(),
    onStatus: (status) => {
      for (const listener of listeners) listener(status)
    },
  })

  return {
    list: async ({ search }) => store.list(search),

    async read(id) {
      const row = await store.read(id)
      const touchedAt = store.touchedAt(id)
      return row === null || touchedAt === null ? null : viewOfDraft(row, touchedAt)
    },

    async save({ id, text, seenVersion }) {
      await sync.save(id, text, seenVersion)
      runner.touch()
    },

    async remove(id) {
      await sync.remove(id)
      runner.touch()
    },

    async resolve({ id, how, seenVersion }) {
      const copyId = await sync.resolve(id, how, seenVersion)
      runner.touch()
      return copyId
    },

    bin: async () => store.bin(),

    async takeBack(entryId) {
      const id = randomUUID()
      const isTaken = store.takeFromBin(entryId, ({ text }) => ({
        rows: [{ id, row: editDraft(newDraftRow<PostInput>(id), text) }],
      }))
      if (!isTaken) throw new RangeError('This entry is not in the bin any more')
      runner.touch()
      return id
    },

    async addImage({ bytes, type }) {
      expectDraftImage({ bytes, type })
      return draftImagePath(store.addImage(bytes, type))
    },

    sync: () => runner.wake(),

    watch(listener) {
      listeners.add(listener)
      listener(runner.status())
      return () => listeners.delete(listener)
    },

    image: (sha256) => store.readImage(sha256),

    close() {
      runner.close()
      store.close()
    },
  }
}

function imageForm({ bytes, type }: DraftImage, fileName: string): FormData {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type }), fileName)
  return form
}
