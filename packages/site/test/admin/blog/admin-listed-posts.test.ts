import type { AdminPostCard } from '@priormark/core/blog/post'
import type { DraftCard } from '@priormark/core/blog/drafts/draft-service'
import { adminPost } from '@priormark/core/testing/admin-post'
import { expect, test } from 'vitest'
import { listedPosts, emptyPostFilter, type PostListFilter } from '../../../src/admin/blog/listed-posts.ts'
import { testDay } from './memory-drafts.ts'
import { shopDates } from '../../../src/admin/platform/session/shop-dates.tsx'

const post = (id: string): AdminPostCard => ({
  ...adminPost,
  id,
  title: `Server ${id}`,
  slug: id,
  status: 'published',
  publishedAt: testDay,
  version: 3,
  views: 7,
})
const card = (id: string, change: Partial<DraftCard> = {}): DraftCard => ({
  id,
  title: `Local ${id}`,
  status: 'draft',
  state: 'dirty',
  hasDraft: true,
  isNew: false,
  changedAt: testDay,
  isRemoved: false,
  scheduledAt: null,
  publishedAt: null,
  updatedAt: null,
  createdBy: null,
  ...change,
})

const ada = { username: 'ada', role: 'blog' } as const
const grace = { username: 'grace', role: 'blog' } as const
const owner = { username: 'grace', role: 'owner' } as const

const listed = (
  filter: PostListFilter,
  sources: Omit<Parameters<typeof listedPosts>[1], 'person' | 'dates'>,
  person: Parameters<typeof listedPosts>[1]['person'] = owner,
) => listedPosts(filter, { ...sources, person, dates: shopDates('UTC') })
const shown = (...parameters: Parameters<typeof listed>) =>
  listed(...parameters).map(({ title, marks }) => [title, ...marks.map(({ label }) => label)].join(', '))

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

test('tells a rejected deletion from a rejected draft', () => {
  const drafts = [card('a', { state: 'blocked' }), card('b', { state: 'blocked', hasDraft: false })]
  expect(shown(emptyPostFilter, { matching: drafts, unsent: drafts, posts: [post('b')] })).toEqual([
    'Local a, Needs changes',
    'Local b, Published, Not deleted',
  ])
})

test('keeps the facts of the server in the row of a draft', () => {
  const [row] = listed(emptyPostFilter, {
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
    matching: [
      card('new', { scheduledAt: '2026-12-01T09:00:00.000Z' }),
      card('a', { state: 'clean', status: 'published', publishedAt: '2026-01-05T10:00:00.000Z' }),
      card('b', {
        state: 'clean',
        status: 'scheduled',
        scheduledAt: '2026-12-01T09:00:00.000Z',
        updatedAt: '2026-02-07T10:00:00.000Z',
      }),
    ],
    unsent: [card('new')],
  }
  expect(shown(emptyPostFilter, sources)).toEqual([
    'Local new, Edited here, not sent yet',
    'Local a, Published',
    'Local b, Scheduled',
  ])
  expect(listed(emptyPostFilter, sources).map(({ date }) => date)).toEqual([
    'Mar 1, 2026',
    'Jan 5, 2026',
    'Publishes Dec 1, 2026, 9:00 AM UTC',
  ])
  expect(listed(emptyPostFilter, sources)[1]).toMatchObject({ views: null, author: null, version: null })
  const cached = [post('a')]
  expect(listed(emptyPostFilter, { ...sources, cached })[1]).toMatchObject({ views: 7, author: 'Ada' })
})

test('lets writers delete their own posts and drafts, and owners all', () => {
  const stored = card('d', { state: 'clean', status: 'scheduled', createdBy: 'ada' })
  const unsent = [card('new', { isNew: true }), card('e', { createdBy: 'ada' })]
  const deletable = (person: Parameters<typeof listed>[2]) => {
    const server = { posts: [post('a')], matching: unsent, unsent }
    const rows = [
      ...listed(emptyPostFilter, server, person),
      ...listed(emptyPostFilter, { posts: null, matching: [stored], unsent: [] }, person),
    ]
    return rows.filter(({ mayDelete }) => mayDelete).map(({ title }) => title)
  }
  expect(deletable(ada)).toEqual(['Local new', 'Local e', 'Server a', 'Local d'])
  expect(deletable({ ...ada, username: 'ada.lovelace', originalUsername: 'ada' }), 'renamed').toEqual(
    deletable(ada),
  )
  expect(deletable(grace)).toEqual(['Local new'])
  expect(deletable(owner)).toEqual(['Local new', 'Local e', 'Server a', 'Local d'])
  expect(deletable(null)).toEqual(['Local new'])
  expect(
    shown({ ...emptyPostFilter, status: 'scheduled' }, { posts: null, matching: [stored], unsent: [] }),
  ).toEqual(['Local d, Scheduled'])
})
