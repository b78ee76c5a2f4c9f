import type { AdminPost } from '@priormark/core/blog/post'
import {
  draftImagePath,
  draftImagesIn,
  assertDraftImage,
  postText,
  replaceDraftImages,
} from '@priormark/core/blog/drafts/draft-row'
import { maxBlogImageBytes } from '@priormark/core/platform/limits'
import { describe, expect, it } from 'vitest'
import { adminPost } from '../../../testing/admin-post.ts'

const [first, second, third] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]
const path = draftImagePath
const withImages = (content: string, featuredImage = '') => ({
  ...postText(adminPost),
  content,
  featuredImage,
})

describe('draftImagesIn', () => {
  it('reads the SHA-256 from a path of draftImagePath', () => {
    expect(path(first)).toBe(`/_media/${first}`)
    expect(draftImagesIn(withImages('', path(first)))).toEqual([first])
  })

  it.each([
    '',
    '/media/a.png',
    `https://example.org${path(first)}`,
    `${path(first)}0`,
    path('A'.repeat(64)),
    path('a'.repeat(63)),
  ])('finds no image in %o', (other) => {
    expect(draftImagesIn(withImages('', other))).toEqual([])
  })

  it('finds each image of content and featured image once', () => {
    const content = `<img src="${path(first)}"><img src='${path(second)}'><a href="${path(first)}">`
    expect(draftImagesIn(withImages(content, path(third)))).toEqual([first, second, third])
    expect(draftImagesIn(withImages(content, path(second)))).toEqual([first, second])
  })

  it('ignores paths in text and at other addresses', () => {
    const content = `<p>${path(first)}</p><img src="https://example.org${path(first)}"><img src="${path(first)}?a">`
    expect(draftImagesIn(withImages(content, '/media/a.png'))).toEqual([])
  })
})

describe('replaceDraftImages', () => {
  it('replaces images that have an address, and keeps the others', () => {
    const content = `<img src="${path(first)}"><img src='${path(second)}'><p>${path(first)}</p>`
    const text = withImages(content, path(third))
    const urls = new Map([
      [first, '/media/1.png'],
      [third, '/media/3.png'],
    ])
    expect(replaceDraftImages(text, urls)).toEqual({
      ...text,
      content: `<img src="/media/1.png"><img src='${path(second)}'><p>${path(first)}</p>`,
      featuredImage: '/media/3.png',
    })
    expect(replaceDraftImages(text, new Map())).toEqual(text)
  })

  it('keeps a featured image on the server', () => {
    const text = withImages('', '/media/a.png')
    expect(replaceDraftImages(text, new Map([[first, '/media/1.png']]))).toEqual(text)
  })
})

describe('postText', () => {
  it('returns what an editor would submit, with empty strings for missing fields', () => {
    expect(postText(adminPost)).toEqual({
      title: 'River of glass',
      content: '<p>Words</p>',
      excerpt: 'Short',
      slug: 'river-of-glass',
      status: 'draft',
      authorId: 1,
      featuredImage: '',
      metaTitle: '',
      metaDescription: '',
      metaKeywords: '',
      categories: [],
      tags: [],
      scheduledAt: null,
    })
  })

  it('keeps every field of the post', () => {
    const topic = (name: string) => ({ id: 1, name, slug: 'slug' })
    const full: AdminPost = {
      ...adminPost,
      featuredImage: '/media/a.png',
      metaTitle: 'Title',
      metaDescription: 'Description',
      metaKeywords: 'Keywords',
      categories: [topic('Songs')],
      tags: [topic('Glass'), topic('River')],
      scheduledAt: '2027-01-01T00:00:00Z',
    }
    expect(postText(full)).toMatchObject({
      featuredImage: '/media/a.png',
      metaTitle: 'Title',
      metaDescription: 'Description',
      metaKeywords: 'Keywords',
      categories: ['Songs'],
      tags: ['Glass', 'River'],
      scheduledAt: '2027-01-01T00:00:00Z',
    })
  })
})

describe('assertDraftImage', () => {
  const image = (type: string, size = 1) => ({ type, bytes: new Uint8Array(size) })

  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'])('accepts %s', (type) => {
    expect(() => assertDraftImage(image(`image/${type}`))).not.toThrow()
  })

  it.each(['image/svg+xml', 'text/image/png', 'image/png+xml', ''])('rejects the type %o', (type) => {
    expect(() => assertDraftImage(image(type))).toThrow(new RangeError('Only image files are allowed'))
  })

  it('accepts an image of 10 MB, and rejects one byte more', () => {
    expect(() => assertDraftImage(image('image/png', maxBlogImageBytes))).not.toThrow()
    const tooLarge = image('image/png', maxBlogImageBytes + 1)
    expect(() => assertDraftImage(tooLarge)).toThrow(new RangeError('Maximum file size is 10MB'))
  })
})
