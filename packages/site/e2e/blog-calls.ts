import type { Api } from '@priormark/core/api'
import type { PostInput } from '@priormark/core/blog/post-input'
import { postInput } from '@priormark/core/testing/post-input'
import { adminApi } from './shop-calls.ts'

/** What journeys of the blog need to be there before they begin: by calls, without a screen. */

/** A draft with nothing but a short text. */
export const emptyPost = postInput({ content: '<p>Text</p>' })

const apis = new Map<string, Promise<Api>>()

/** The API of a shop, logged in once: logins are limited. */
export function apiOf(url: string): Promise<Api> {
  const api = apis.get(url) ?? adminApi(url)
  apis.set(url, api)
  return api
}

/** Puts a post on the server. Answers its id. */
export async function written(
  url: string,
  post: Partial<PostInput> & { title: string; slug: string },
): Promise<string> {
  const api = await apiOf(url)
  return (await api.blog.create({ body: { ...emptyPost, ...post } })).id
}
