import type { BlogView, ShownCard, ShownPost } from '@priormark/core/blog/blog-view'
import { openSiteServer } from '../../../src/rendering/entry-server.tsx'
import { pageData, siteTexts } from '../../page-data-fixture.ts'

const siteServer = await openSiteServer()

export const publicUrl = pageData.shop.publicUrl

const name = 'plate-0123456789abcdef.webp'

export const shownPost: ShownPost = {
  id: '7f0c1c0e-52a7-4f0c-9d0b-0d6f6f0e7a11',
  title: 'How a melody is "dated" & kept',
  slug: 'how-a-melody-is-dated',
  excerpt: 'In short.',
  content: '<p>First.</p><p>Second.</p><p>Third.</p>',
  featuredImage: `/media/${name}`,
  featuredImageEntry: {
    name,
    url: `/media/${name}`,
    size: 20_000,
    createdAt: '2025-04-28T09:00:00.000Z',
    width: 1920,
    height: 1080,
    widths: [320, 640, 1920],
  },
  status: 'published',
  publishedAt: '2025-04-28T09:00:00.000Z',
  createdAt: '2025-04-27T09:00:00.000Z',
  updatedAt: '2025-05-02T09:00:00.000Z',
  author: { firstName: 'Maya', username: 'maya' },
  categories: [{ id: 1, name: 'Guides', slug: 'guides' }],
  tags: ['Music', 'Proof', 'Drafts', 'Law'].map((tag, id) => ({ id, name: tag, slug: tag.toLowerCase() })),
  metaTitle: 'Dating a melody',
  metaDescription: 'What a fingerprint proves.',
  metaKeywords: 'melody, proof',
}

/** Returns a post with the given changes. */
function testPost(changes: Partial<ShownPost> = {}): ShownPost {
  return { ...shownPost, ...changes }
}

/** Returns `count` cards, newest first. */
export function cards(count: number): ShownCard[] {
  return Array.from({ length: count }, (_, index) => ({
    ...shownPost,
    id: `7f0c1c0e-52a7-4f0c-9d0b-${String(index).padStart(12, '0')}`,
    title: `Post ${index + 1}`,
    slug: `post-${index + 1}`,
  }))
}

/** Renders the page of a post. */
export function renderPost(changes: Partial<ShownPost> = {}, isPreview = false) {
  const post = testPost(changes)
  return render({ kind: 'post', post, isPreview }, `/blog/${post.slug}`)
}

/** Renders a page of the list. */
export function renderList(view: Partial<Extract<BlogView, { kind: 'list' }>> = {}) {
  return render({ kind: 'list', search: '', page: 1, total: 0, posts: [], ...view }, '/blog')
}

export function render(view: BlogView, path: string) {
  return siteServer.renderPage({ path, data: pageData, texts: siteTexts, view })
}

/** Returns the visible text of HTML. */
export function textOf(html: string): string {
  return html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
}
