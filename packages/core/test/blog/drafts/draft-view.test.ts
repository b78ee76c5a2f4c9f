import type { PostInput } from '@priormark/core/blog/post-input'
import { newDraftRow } from '@priormark/core/blog/drafts/draft-row'
import { expectDraftImage, viewOfDraft } from '@priormark/core/blog/drafts/draft-view'
import { postText } from '@priormark/core/blog/drafts/post-text'
import { maxBlogImageBytes } from '@priormark/core/platform/limits'
import { describe, expect, it } from 'vitest'
import { adminPost } from '../../../testing/admin-post.ts'

describe('viewOfDraft', () => {
  it('contains what the author sees, without sync details', () => {
    const text = postText(adminPost)
    const theirs = { version: 5, text: { ...text, title: 'Theirs' } }
    const problem = { message: 'Slug is required', fields: {}, freeSlug: null }
    const row = {
      ...newDraftRow<PostInput>('post'),
      baseVersion: 4,
      baseFacts: { publishedAt: null, updatedAt: '2026-01-01T00:00:00.000Z', createdBy: 'ada' },
      base: text,
      revision: 3,
      theirs,
      problem,
    }
    const draft = { ...text, title: 'Mine' }
    const at = '2026-01-01T00:00:00.000Z'
    expect(viewOfDraft({ ...row, draft }, at)).toEqual({
      id: 'post',
      state: 'conflict',
      hasDraft: true,
      isRemoved: false,
      revision: 3,
      text: draft,
      baseVersion: 4,
      theirs,
      problem,
      changedAt: at,
      createdBy: 'ada',
    })
  })
})

describe('expectDraftImage', () => {
  const image = (type: string, size = 1) => ({ type, bytes: new Uint8Array(size) })

  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'])('accepts %s', (type) => {
    expect(() => expectDraftImage(image(`image/${type}`))).not.toThrow()
  })

  it.each(['image/svg+xml', 'text/image/png', 'image/png+xml', ''])('rejects the type %o', (type) => {
    expect(() => expectDraftImage(image(type))).toThrow(new RangeError('Only image files are allowed'))
  })

  it('accepts an image of 10 MB, and rejects one byte more', () => {
    expect(() => expectDraftImage(image('image/png', maxBlogImageBytes))).not.toThrow()
    const tooLarge = image('image/png', maxBlogImageBytes + 1)
    expect(() => expectDraftImage(tooLarge)).toThrow(new RangeError('Maximum file size is 10MB'))
  })
})
