import { defaultAuthorId, type PostInput, type UnfinishedPost } from '@priormark/core/blog/post-input'
import { slugFrom } from '@priormark/core/slug'

/** What is in the editor's fields. */
export type PostForm = PostInput

/** A new post before anything is written (a draft). */
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

/** What is submitted: a published post waits for no moment. */
export function submissionOf(form: PostForm): PostInput {
  return { ...form, scheduledAt: form.status === 'published' ? null : form.scheduledAt }
}

/** What is kept while somebody writes: the texts, without what saving decides. */
export function textsOf(form: PostForm): UnfinishedPost {
  const { status: _status, scheduledAt: _scheduledAt, authorId: _authorId, ...texts } = form
  return texts
}

/** Whether two forms hold the same. */
export function isSameForm(one: PostForm, other: PostForm): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The form after its title was changed: a slug that follows the title goes along. */
export function withTitle(form: PostForm, title: string, slugFollows: boolean): PostForm {
  return { ...form, title, ...(slugFollows ? { slug: slugFrom(title) } : {}) }
}

/** Whether the slug follows the title at first: while creating, or while there is none. */
export function slugFollowsTitle(isNew: boolean, form: PostForm): boolean {
  return form.slug === '' || (isNew && form.slug === slugFrom(form.title))
}

/** Another post with the same texts: a draft with a name of its own. */
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
