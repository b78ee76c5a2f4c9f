import type { PostInput } from '@priormark/core/blog/post-input'
import { postInput } from '@priormark/core/testing/post-input'
import { adminApi } from '../testing/shop-api.ts'

/** Sets up blog posts for tests through the API. */

/** A draft with only a short text. */
export const emptyPost = postInput({ content: '<p>Text</p>' })

/** Creates a post on the server and returns its id. */
export async function createPost(
  url: string,
  post: Partial<PostInput> & { title: string; slug: string },
): Promise<string> {
  const api = await adminApi(url)
  return (await api.blog.create({ body: { ...emptyPost, ...post } })).id
}
