import * as v from 'valibot'
import type { PostForm } from './post-form.ts'

/** What stood in an editor, kept in this browser until it is saved or thrown away. */
export interface LocalCopy {
  /** One for each opened editor; also the id of its autosaved revision. */
  id: string
  postId: string
  /** The version the editor began with; null for a post that was never saved. */
  version: number | null
  /** How often the post had been edited on this machine by then. */
  revision: number
  /** The administrator who wrote it. */
  by: string
  /** ISO 8601. */
  at: string
  form: PostForm
}

const prefix = 'priormark.post-copy.'

/** More than these were forgotten by everyone. */
const maxCopies = 20

const Copy = v.object({
  id: v.string(),
  postId: v.string(),
  version: v.nullable(v.number()),
  revision: v.optional(v.number(), 0),
  by: v.string(),
  at: v.string(),
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
    status: v.picklist(['draft', 'published']),
    scheduledAt: v.nullable(v.string()),
    authorId: v.number(),
  }),
})

/** Keeps a copy over what it kept before; false where the browser has no room or no storage. */
export function keepCopy(storage: Storage, copy: LocalCopy): boolean {
  try {
    storage.setItem(prefix + copy.id, JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

/** Throws a copy away. */
export function dropCopy(storage: Storage, id: string): void {
  try {
    storage.removeItem(prefix + id)
  } catch {
    // Without storage there is no copy.
  }
}

/**
 * The newest copy that a person left of a post, or of any post never saved where `postId` is null. Copies in `openIds`
 * belong to editors that are open.
 */
export function findCopy(
  storage: Storage,
  wanted: { postId: string | null; by: string; openIds: readonly string[] },
): LocalCopy | null {
  const copies = readCopies(storage)
  for (const { id } of copies.slice(maxCopies)) dropCopy(storage, id)
  return (
    copies.find(
      ({ id, postId, version, by }) =>
        by === wanted.by &&
        !wanted.openIds.includes(id) &&
        (wanted.postId === null ? version === null : postId === wanted.postId),
    ) ?? null
  )
}

function readCopies(storage: Storage): LocalCopy[] {
  try {
    return Object.keys(storage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const result = v.safeParse(Copy, JSON.parse(storage.getItem(key) ?? 'null'))
        return result.success ? [result.output] : []
      })
      .sort((one, other) => other.at.localeCompare(one.at))
  } catch {
    return []
  }
}
