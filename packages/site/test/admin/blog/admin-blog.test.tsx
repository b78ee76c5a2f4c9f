import { unsupportedImageMessage } from '@priormark/core/blog/images/endpoints'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { LengthMeter, ScheduleField } from '../../../src/admin/blog/editor/PostFields.tsx'
import {
  copyOf,
  emptyForm,
  slugFollowsTitle,
  submissionOf,
  withTitle,
} from '../../../src/admin/blog/editor/post-form.ts'
import { differingFields } from '../../../src/admin/blog/editor/ConflictScreen.tsx'
import { pageSteps } from '../../../src/admin/platform/ui/page-params.ts'
import { postDateText } from '../../../src/admin/blog/post-labels.tsx'
import { applyFilterChange } from '../../../src/admin/platform/ui/list-filter.ts'
import {
  emptyPostFilter,
  postFilterParams,
  readPostFilter,
  type PostListFilter,
} from '../../../src/admin/blog/listed-posts.ts'
import { pageStaleTimeMs } from '../../../src/admin/blog/post-queries.ts'
import { checkImage, uploadRejection } from '../../../src/admin/blog/images/image-upload.ts'
import { shopDates, ShopDatesProvider } from '../../../src/admin/platform/session/shop-dates.tsx'

const utc = shopDates('UTC')

const steps = (current: number, last: number) =>
  pageSteps(current, last)
    .map((step) => (step === 'gap' ? '…' : step))
    .join(' ')

test('shows the page numbers around the current page, with gaps', () => {
  expect(steps(1, 1)).toBe('1')
  expect(steps(1, 7)).toBe('1 2 … 7')
  expect(steps(3, 7)).toBe('1 2 3 4 … 7')
  expect(steps(4, 7)).toBe('1 2 3 4 5 6 7')
  expect(steps(10, 20)).toBe('1 … 9 10 11 … 20')
  expect(steps(20, 20)).toBe('1 … 19 20')
  expect(steps(30, 20)).toBe('1 … 20')
})

test('keeps a page of posts fresh until the first of them is published as scheduled', () => {
  const dataUpdatedAt = Date.parse('2026-11-27T10:00:00Z')
  const staleMs = (...scheduled: (string | null)[]) => {
    const posts = scheduled.map((scheduledAt) => ({ status: 'draft' as const, scheduledAt }))
    return pageStaleTimeMs({ data: { posts }, dataUpdatedAt })
  }
  expect(pageStaleTimeMs({ data: undefined, dataUpdatedAt: 0 })).toBe(Infinity)
  expect(staleMs(null, null)).toBe(Infinity)
  expect(staleMs('2026-11-27T10:05:00Z', null, '2026-11-27T10:01:00Z')).toBe(60_000)
  expect(staleMs('2026-11-27T09:59:00Z')).toBe(0)
})

test('keeps the filter in the address, and starts a changed filter at the first page', () => {
  const filter: PostListFilter = { status: 'draft', search: 'lino', sort: 'views', page: 3 }
  expect(readPostFilter(postFilterParams(filter))).toEqual(filter)
  expect(postFilterParams(applyFilterChange(filter, { ...emptyPostFilter, search: ' ' })).toString()).toBe('')
  expect(readPostFilter(new URLSearchParams('status=nonsense&sort=author&page=-2&search=+'))).toEqual({
    status: 'all',
    search: '',
    sort: 'changed',
    page: 1,
  })
})

test('shows the publish date of a published post, otherwise its last update', () => {
  const dates = { scheduledAt: null, publishedAt: '2026-03-01T10:00:00Z', updatedAt: '2026-04-02T10:00:00Z' }
  expect(postDateText({ status: 'published', ...dates }, utc)).toBe('Mar 1, 2026')
  expect(postDateText({ status: 'draft', ...dates }, utc)).toBe('Apr 2, 2026')
  expect(postDateText({ status: 'published', ...dates, publishedAt: null }, utc)).toBe('Not published')
  expect(postDateText({ status: 'draft', ...dates, updatedAt: null }, utc)).toBe('Not published')
})

test('derives the slug from the title of a new post or while it is empty, until it is edited', () => {
  expect(slugFollowsTitle(true, emptyForm)).toBe(true)
  expect(slugFollowsTitle(false, { ...emptyForm, title: 'Old', slug: 'old' })).toBe(false)
  expect(slugFollowsTitle(false, { ...emptyForm, title: 'Old', slug: '' })).toBe(true)
  expect(slugFollowsTitle(true, { ...emptyForm, title: 'Old', slug: 'by-hand' })).toBe(false)
  expect(withTitle(emptyForm, 'Hello,  World -- again!', true).slug).toBe('hello-world-again')
  expect(withTitle({ ...emptyForm, slug: 'kept' }, 'Hello', false).slug).toBe('kept')
})

test('submits a published post without a schedule, and copies a post as a draft with another title', () => {
  const form = { ...emptyForm, title: 'A', slug: 'a', scheduledAt: '2030-01-01T00:00:00.000Z' }
  expect(submissionOf(form).scheduledAt).toBe(form.scheduledAt)
  expect(submissionOf({ ...form, status: 'published' }).scheduledAt).toBeNull()
  expect(copyOf({ ...form, status: 'published' })).toMatchObject({
    title: 'A (copy)',
    slug: 'a-copy',
    status: 'draft',
    scheduledAt: null,
  })
})

test('converts a schedule to local time and back', () => {
  const iso = '2026-03-01T09:30:00.000Z'
  expect(utc.momentFrom(utc.localMoment(iso))).toBe(iso)
  expect(utc.momentFrom('')).toBeNull()
  expect(utc.localMoment(null)).toBe('')
})

test('says that a post whose scheduled time has passed is published once it is saved', () => {
  const shown = (value: string) =>
    renderToStaticMarkup(
      <ShopDatesProvider timeZone="UTC">
        <ScheduleField value={value} error={undefined} onChange={() => undefined} />
      </ShopDatesProvider>,
    )
  const text = 'This time has passed. Once saved, the post is published within a minute.'
  expect(shown('2026-03-01T09:30:00.000Z')).toContain(text)
  expect(shown(new Date(Date.now() + 60_000).toISOString())).not.toContain(text)
})

test('rates a length by the recommended range and the maximum', () => {
  const shown = (length: number, goal: Parameters<typeof LengthMeter>[0]['goal']) =>
    renderToStaticMarkup(<LengthMeter text={'x'.repeat(length)} goal={goal} />).replace(/<[^>]*>/g, '')
  const goal = { recommended: [50, 60], max: 60 } as const
  expect([49, 50, 60, 61].map((length) => shown(length, goal))).toEqual([
    '49 / 60',
    '50 / 60 ✓',
    '60 / 60 ✓',
    '61 / 60 too long',
  ])
  expect(shown(5, { max: 300 })).toBe('5 / 300')
})

test('lists the fields that differ in a conflict', () => {
  const mine = { ...emptyForm, title: 'Mine', tags: ['a', 'b'] }
  const theirs = { ...emptyForm, title: 'Theirs', tags: ['a', 'b'] }
  expect(differingFields(mine, theirs, utc)).toEqual([{ label: 'Title', mine: 'Mine', theirs: 'Theirs' }])
})

test('rejects a wrong image before any request', () => {
  const size = 10 * 1024 * 1024
  expect(checkImage({ size, type: 'image/png', name: 'a' })).toBeNull()
  expect(checkImage({ size: size + 1, type: 'image/png', name: 'a' })?.title).toBe('File too large')
  expect(checkImage({ size, type: 'text/html', name: 'a' })?.title).toBe('Invalid file type')
  expect(checkImage({ size, type: 'text/html', name: 'a' })?.description).toBe('Only image files are allowed')
  for (const [type, name, kind] of [
    ['image/svg+xml', 'a', 'SVG'],
    ['image/bmp', 'a', 'BMP'],
    ['image/heic', 'a', 'HEIC'],
    ['', 'IMG_1.HEIC', 'HEIC'],
    ['image/tiff', 'a', 'TIFF'],
    ['', 'a.tif', 'TIFF'],
    ['', 'a.jxl', 'JPEG XL'],
  ] as const) {
    expect(checkImage({ size, type, name })).toEqual({
      title: 'Invalid file type',
      description: unsupportedImageMessage(kind),
    })
  }
})

test('shows the server’s message for a failed upload, or the default one', () => {
  const of = (status: number, body: object | string) =>
    uploadRejection(new ApiError(status, typeof body === 'string' ? body : JSON.stringify(body)))
  expect(of(500, { error: 'No room' })).toEqual({ title: 'Upload failed', description: 'No room' })
  expect(of(500, '')).toEqual({ title: 'Upload failed', description: 'Upload failed' })
  expect(of(415, { error: 'x', code: 'invalid_file_type' }).title).toBe('Invalid file type')
  expect(of(413, { error: 'x', code: 'file_too_large' }).description).toBe('Maximum file size is 10MB')
  expect(uploadRejection(new SyntaxError('x')).description).toBe('Invalid response from server')
  expect(uploadRejection(new NetworkError(null)).description).toMatch(/could not be reached/)
  expect(uploadRejection('odd').description).toBe('Failed to upload image')
})
