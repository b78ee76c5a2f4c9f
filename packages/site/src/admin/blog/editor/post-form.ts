import { defaultAuthorId, type PostInput, type UnfinishedPost } from '@priormark/core/blog/post-input'
import { slugFrom } from '@priormark/core/blog/slug'

/** The title of a draft that has none yet. */
export const untitled = 'Untitled'

export type PostForm = PostInput

export const emptyForm: PostForm = {
  title: '',
  content: '',
  excerpt: '',
  slug: '',
  featuredImage: '',
  metaTitle: '',
  metaDescription: '',
  metaKeywords: '',
  categories: [],
  tags: [],
  status: 'draft',
  scheduledAt: null,
  authorId: defaultAuthorId,
}

/** Returns the post to submit. A published post is not scheduled. */
export function submissionOf(form: PostForm): PostInput {
  return { ...form, scheduledAt: form.status === 'published' ? null : form.scheduledAt }
}

/** Returns the fields to autosave, without the status, schedule and author. */
export function textsOf(form: PostForm): UnfinishedPost {
  const { status: _status, scheduledAt: _scheduledAt, authorId: _authorId, ...texts } = form
  return texts
}

export function isSameForm(one: PostForm, other: PostForm): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Changes the title, and the slug if it follows the title. */
export function withTitle(form: PostForm, title: string, slugFollows: boolean): PostForm {
  return { ...form, title, ...(slugFollows ? { slug: slugFrom(title) } : {}) }
}

/** Whether the slug follows the title: for a new post, and while the slug is empty or that of a draft without a title. */
export function slugFollowsTitle(isNew: boolean, form: PostForm): boolean {
  const isOfTitle = form.slug === slugFrom(form.title)
  return form.slug === '' || (isOfTitle && (isNew || (form.title === untitled && form.status === 'draft')))
}

/** Returns a copy of a post as a draft with another title and slug. */
export function copyOf(form: PostForm): PostForm {
  const title = `${form.title} (copy)`
  return {
    ...form,
    title,
    slug: slugFrom(`${form.slug || form.title} copy`),
    status: 'draft',
    scheduledAt: null,
  }
}
