import type { PostInput } from '@priormark/core/blog/post'
import { postInput } from '@priormark/core/testing/post-input'

/** A draft with a title and a paragraph. */
export function postText(changes: Partial<PostInput> = {}): PostInput {
  return postInput({
    title: 'Written on a train',
    content: '<p>Somewhere between two stations.</p>',
    slug: 'written-on-a-train',
    ...changes,
  })
}
