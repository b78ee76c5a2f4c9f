import type { PostInput } from '@priormark/core/blog/post'
import type { DraftBasis } from '@priormark/core/blog/drafts/draft-service'
import { postInput } from '@priormark/core/testing/post-input'

/** Returns a post with a title and a paragraph. */
export function postText(title: string, content = `<p>${title}</p>`): PostInput {
  return postInput({ title, content, slug: title.toLowerCase().replaceAll(' ', '-') })
}

/** Returns the save of a new post. */
export function newDraft(id: string, title: string): { id: string; content: PostInput; basedOn: DraftBasis } {
  return { id, content: postText(title), basedOn: { version: null, revision: 0 } }
}
