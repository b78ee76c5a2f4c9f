import type { PostInput } from '@priormark/core/blog/post-input'
import { postInput } from '@priormark/core/testing/post-input'
import { adminApi } from './shop-calls.ts'

/** What journeys of the blog need to be there before they begin: by calls, without a screen. */

/** A draft with nothing but a short text. */
export const emptyPost = postInput({ content: '<p>Text</p>' })

/** Puts a post on the server. Answers its id. */
export async function written(
  url: string,
  post: Partial<PostInput> & { title: string; slug: string },
): Promise<string> {
  const api = await adminApi(url)
  return (await api.blog.create({ body: { ...emptyPost, ...post } })).id
}
