import * as v from 'valibot'
import { postStatuses } from '../blog/post.ts'
import { IsoDate, Uuid } from '../ids.ts'
import type { UnsavedStore } from './create-draft-service.ts'

/** The part of a browser's localStorage that the import needs. */
interface LocalStorage {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  removeItem(key: string): void
}

const keyPrefix = 'priormark.post-copy.'

/** The format in which version 0.1.0 stored unsaved texts in local storage until November 2026. */
const LocalCopy = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: Uuid,
    postId: Uuid,
    version: v.nullable(v.number()),
    revision: v.optional(v.number(), 0),
    /** The user who wrote it. */
    by: v.string(),
    at: IsoDate,
    form: v.object({
      title: v.string(),
      content: v.string(),
      excerpt: v.string(),
      slug: v.string(),
      featuredImage: v.string(),
      metaTitle: v.string(),
      metaDescription: v.string(),
      metaKeywords: v.string(),
      categories: v.array(v.string()),
      tags: v.array(v.string()),
      status: v.picklist(postStatuses),
      scheduledAt: v.nullable(v.string()),
      authorId: v.number(),
    }),
  }),
)

/**
 * Moves a user's unsaved texts from local storage to the current store. Each is removed once it is stored; after a
 * failure the rest stay for the next attempt.
 */
export async function importLocalCopies(
  storage: LocalStorage,
  username: string,
  storeUnsaved: UnsavedStore['storeUnsaved'],
): Promise<void> {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) {
    const copy = key.startsWith(keyPrefix) ? v.safeParse(LocalCopy, storage.getItem(key)) : null
    if (!copy?.success || copy.output.by !== username) continue
    const { id, postId, version, revision, at, form } = copy.output
    await storeUnsaved({ id, postId, basedOn: { version, revision }, at, content: form })
    storage.removeItem(key)
  }
}
