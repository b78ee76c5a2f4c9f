import type { PostInput } from '@priormark/core/blog/post-input'
import { postInput } from '@priormark/core/testing/post-input'

/** A draft of a title and a paragraph. */
export function postText(title: string, content = `<p>${title}</p>`): PostInput {
  return postInput({ title, content, slug: title.toLowerCase().replaceAll(' ', '-') })
}
