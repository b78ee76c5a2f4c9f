import type { AdminPostCard } from '@priormark/core/blog/post'
import type { DraftCard } from '@priormark/core/drafts/draft-service'
import { expect, test } from 'vitest'
import { listedPosts } from '../src/admin/blog/listed-posts.ts'
import { emptyPostFilter } from '../src/admin/blog/post-filter.ts'
import { testDay } from './memory-drafts.ts'

const post = (id: string): AdminPostCard => ({
  id,
  title: `Server ${id}`,
  slug: id,
  excerpt: '',
  featuredImage: null,
  status: 'published',
  publishedAt: testDay,
  createdAt: testDay,
  updatedAt: testDay,
  author: { firstName: 'Ada', username: 'ada' },
  categories: [],
  tags: [],
  scheduledAt: null,
  version: 3,
  views: 7,
})
const card = (id: string, change: Partial<DraftCard> = {}): DraftCard => ({
  id,
  title: `Local ${id}`,
  status: 'draft',
  state: 'dirty',
  touchedAt: testDay,
  isRemoved: false,
  ...change,
})

const shown = (...parameters: Parameters<typeof listedPosts>) =>
  listedPosts(...parameters).map(({ title, marks }) => [title, ...marks.map(({ label }) => label)].join(', '))

test('shows a draft and its post in one row, unsent ones first, each once over all pages', () => {
  const drafts = [card('new'), card('b', { state: 'conflict' }), card('elsewhere', { isRemoved: true })]
  const sources = { matching: [...drafts, card('a', { state: 'clean' })], unsent: drafts }
  expect(shown(emptyPostFilter, { ...sources, posts: [post('a'), post('b')] })).toEqual([
    'Local new, Edited here, not sent yet',
    'Local b, Published, Two versions to compare',
    'Local elsewhere, Deleted here, not sent yet',
    'Server a, Published',
  ])
  expect(
    shown({ ...emptyPostFilter, page: 2 }, { ...sources, posts: [post('elsewhere'), post('c')] }),
  ).toEqual(['Server c, Published'])
})

test('keeps the facts of the server in the row of a draft', () => {
  const [row] = listedPosts(emptyPostFilter, {
    posts: [post('a')],
    matching: [card('a')],
    unsent: [card('a')],
  })
  expect(row).toMatchObject({ slug: 'a', author: 'Ada', views: 7, version: 3, isUnsent: true })
})

test('filters drafts by status, and marks a match of the server whose draft no longer matches', () => {
  const draft = card('a', { status: 'draft' })
  const sources = { posts: [post('a')], matching: [draft], unsent: [draft] }
  expect(shown({ ...emptyPostFilter, status: 'published' }, sources)).toEqual([
    'Local a, Published, Edited here, not sent yet',
  ])
  expect(shown({ ...emptyPostFilter, search: 'server' }, { ...sources, matching: [] })).toEqual([
    'Local a, Published, Edited here, not sent yet',
  ])
})

test('without the server shows the posts of this computer, without unknown facts', () => {
  const sources = {
    posts: null,
    matching: [card('new'), card('a', { state: 'clean', status: 'published' })],
    unsent: [card('new')],
  }
  expect(shown(emptyPostFilter, sources)).toEqual([
    'Local new, Edited here, not sent yet',
    'Local a, Published',
  ])
  expect(listedPosts(emptyPostFilter, sources)[1]).toMatchObject({ views: null, author: null, version: null })
})
