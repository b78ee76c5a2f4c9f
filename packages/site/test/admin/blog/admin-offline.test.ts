import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'
import type { DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { expect, test } from 'vitest'
import {
  downloadAction,
  progressPercent,
  progressText,
  downloadStatusText,
} from '../../../src/admin/platform/downloads/downloads.ts'
import { findOutdated, statusParts, localPage } from '../../../src/admin/blog/draft-queries.ts'
import { draftMark } from '../../../src/admin/blog/post-labels.tsx'
import { canStoreLocally } from '../../../src/admin/blog/images/image-upload.ts'
import { testDay } from './memory-drafts.ts'

const status: DraftStatus = {
  connection: 'online',
  waitingCount: 0,
  conflictCount: 0,
  blockedCount: 0,
  syncedAt: testDay,
}
const texts = (change: Partial<DraftStatus>) =>
  statusParts({ ...status, ...change }).map(({ text, path }) => (path === null ? text : `${text} ->`))

test('shows the connection, and links to drafts only if there are any', () => {
  expect(texts({})).toEqual(['Online'])
  expect(texts({ connection: 'offline', waitingCount: 1 })).toEqual([
    'Offline',
    '1 draft waiting to be sent ->',
  ])
  expect(
    texts({ connection: 'unauthenticated', waitingCount: 2, conflictCount: 1, blockedCount: 3 }),
  ).toEqual([
    'Logged out',
    '2 drafts waiting to be sent ->',
    '1 conflict to resolve ->',
    '3 drafts need changes ->',
  ])
})

test('refetches the posts after drafts were sent, and failed queries after a reconnect', () => {
  const waiting = { ...status, connection: 'offline' as const, waitingCount: 2 }
  expect(findOutdated(null, status)).toEqual({ posts: false, failures: false })
  expect(findOutdated(waiting, { ...status, waitingCount: 2 })).toEqual({ posts: false, failures: true })
  const failing = { ...status, connection: 'failing' as const, waitingCount: 2 }
  expect(findOutdated(waiting, failing), 'reachable again, although one post fails').toMatchObject({
    failures: true,
  })
  expect(findOutdated(failing, { ...status, waitingCount: 2 })).toMatchObject({ failures: false })
  expect(findOutdated({ ...status, waitingCount: 2 }, { ...status, waitingCount: 1 })).toMatchObject({
    posts: true,
  })
  expect(findOutdated(status, { ...status, syncedAt: '2026-03-02T00:00:00.000Z' })).toEqual({
    posts: false,
    failures: false,
  })
})

test('stores an image locally only if the server was not reached, or no user is logged in', () => {
  const errors = [
    new NetworkError(null),
    ...[502, 503, 504].map((status) => new ApiError(status, '<h1>Away</h1>')),
    new ApiError(401, ''),
  ]
  expect(errors.map(canStoreLocally)).not.toContain(false)
  const answers = [
    ...[400, 404, 408, 413, 425, 429, 500, 507].map((status) => new ApiError(status, '')),
    new ApiError(503, '{"error":"Not now","code":"unavailable"}'),
    new ApiError(502, '{"error":"No","code":"payment_provider"}'),
    new Error('x'),
  ]
  expect(answers.map(canStoreLocally)).not.toContain(true)
})

test('filters and pages local posts like the server, without deleted ones', () => {
  const cards = Array.from({ length: 25 }, (_, index) => ({
    id: `id-${index}`,
    title: String(index),
    status: index % 2 === 0 ? ('draft' as const) : ('published' as const),
    state: 'clean' as const,
    hasDraft: false,
    isNew: false,
    changedAt: testDay,
    isRemoved: index === 0,
    scheduledAt: null,
    publishedAt: null,
    // The list begins with the last that was changed on the server, whenever it was read here.
    updatedAt: new Date(Date.parse(testDay) - index).toISOString(),
    createdBy: null,
  }))
  const titles = (filter: Parameters<typeof localPage>[1]) => {
    const page = localPage(cards.toReversed(), filter)
    return [page.cards.map(({ title }) => title).join(), page.total]
  }
  expect(titles({ status: 'all', page: 3 })).toEqual(['21,22,23,24', 24])
  expect(titles({ status: 'draft', page: 1 })).toEqual(['2,4,6,8,10,12,14,16,18,20', 12])
  expect(titles({ status: 'published', page: 9 })).toEqual(['', 12])
})

test('labels each state of a draft', () => {
  const of = (state: 'clean' | 'dirty' | 'sending' | 'conflict' | 'blocked', isRemoved = false) =>
    draftMark({ state, isRemoved, hasDraft: true }).label
  expect(of('dirty')).toBe('Edited here, not sent yet')
  expect(of('sending', true)).toBe('Deleted here, not sent yet')
  expect(of('conflict', true)).toBe('Two versions to compare')
  expect(of('blocked')).toBe('Needs changes')
  expect(of('clean')).toBe('On the server')
})

const download = (change: Partial<DownloadView>): DownloadView => ({
  id: 'd',
  fileName: 'song.wav',
  filePath: 'Downloads/song.wav',
  state: 'running',
  receivedBytes: 0,
  totalBytes: null,
  problem: null,
  startedAt: testDay,
  ...change,
})

test('shows the progress and the action of a download', () => {
  expect(progressPercent(download({}))).toBeNull()
  expect(progressPercent(download({ receivedBytes: 999, totalBytes: 1000 }))).toBe(99)
  expect(progressText(download({ receivedBytes: 1024, totalBytes: 2048 }))).toBe('1 KB of 2 KB')
  expect(
    (['running', 'waiting', 'paused', 'failed', 'done', 'damaged'] as const).map(downloadAction),
  ).toEqual(['pause', 'pause', 'resume', 'resume', 'reveal', null])
  expect(downloadStatusText([])).toBe('')
  expect(
    downloadStatusText([download({}), download({ state: 'waiting' }), download({ state: 'damaged' })]),
  ).toBe('2 downloads, 1 download failed')
})
