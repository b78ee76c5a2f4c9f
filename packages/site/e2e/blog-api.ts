import type { Page } from '@playwright/test'
import type { PostInput } from '@priormark/core/blog/post'
import { postInput } from '@priormark/core/testing/post-input'
import { adminApi } from '../testing/shop-api.ts'
import { createImage } from '../testing/test-image.ts'

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

const sentence = 'A fingerprint is computed from every byte of a file, and one changed letter changes it. '

/** Publishes a post of usual length with a featured image. `page` draws the image. */
export async function publishPostWithImage(page: Page, url: string, slug: string): Promise<void> {
  const { name, mimeType, buffer } = await createImage(page, 'Seal')
  const form = new FormData()
  form.append('image', new File([Uint8Array.from(buffer)], name, { type: mimeType }))
  const image = await (await adminApi(url)).images.upload({ form })
  await createPost(url, {
    title: 'What a fingerprint of a file is',
    slug,
    content: `<p>${sentence.repeat(4)}</p>`.repeat(6),
    featuredImage: image.url,
    status: 'published',
  })
}
