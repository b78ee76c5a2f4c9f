import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { details, newAdmin, newVisitor } from '../../testing/visitor.ts'

const work = randomBytes(300_000)
const digest = createHash('sha256').update(work).digest()
const tag = `"${digest.toString('hex')}"`

const app = await startTestApp()
const admin = await newAdmin(app)
const visitor = newVisitor(app)
const { uploadId } = await visitor.upload(new Uint8Array(work))
const orderId = (await visitor.api.orders.create({ body: { ...details, uploadId } })).orderId
const path = `/api/admin/orders/${orderId}/file`
afterAll(() => app.close())

const get = (headers: Record<string, string> = {}) =>
  admin.fetch(app.url + path, { headers: { authorization: `Bearer ${admin.token}`, ...headers } })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a whole file has a size, digest and entity tag, so that it can be verified and resumed', async () => {
  const response = await get()
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    etag: tag,
    'accept-ranges': 'bytes',
    'repr-digest': `sha-256=:${digest.toString('base64')}:`,
    'content-length': '300000',
  })
  expect((await bytesOf(response)).equals(work)).toBe(true)
})

test.each([
  ['bytes=100000-', 100_000, 299_999],
  ['bytes=0-0', 0, 0],
  ['bytes=299999-', 299_999, 299_999],
  ['bytes=5-9', 5, 9],
  ['bytes=10-999999999', 10, 299_999],
])('%s returns that part', async (range, first, last) => {
  const response = await get({ range, 'if-range': tag })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/300000`)
  expect(response.headers.get('content-length')).toBe(String(last - first + 1))
  expect((await bytesOf(response)).equals(work.subarray(first, last + 1))).toBe(true)
})

test.each([
  ['another file', { range: 'bytes=100-', 'if-range': '"another"' }],
  ['several ranges', { range: 'bytes=0-1,5-6' }],
  ['a range from the end', { range: 'bytes=-5' }],
  ['another unit', { range: 'lines=1-' }],
  ['an end before the beginning', { range: 'bytes=9-5' }],
])('%s returns the whole file', async (_title, headers) => {
  const response = await get(headers)
  expect(response.status).toBe(200)
  expect((await bytesOf(response)).length).toBe(300_000)
})

test('a part beyond the end of the file is rejected', async () => {
  const response = await get({ range: 'bytes=300000-' })
  expect(response.status).toBe(416)
  expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable' })
})

test('a download is recorded when it starts, and not again when it is resumed', async () => {
  const recorded = async () =>
    (await admin.api.orders.timeline({ params: { id: orderId } })).filter(
      ({ kind }) => kind === 'file_downloaded',
    ).length
  const before = await recorded()
  await bytesOf(await get())
  await bytesOf(await get({ range: 'bytes=1000-', 'if-range': tag }))
  expect(await recorded()).toBe(before + 1)
  await bytesOf(await get({ range: 'bytes=0-999' }))
  expect(await recorded()).toBe(before + 2)
})

test('a download that cannot be recorded leaves no file open', async () => {
  const opened: Readable[] = []
  const { read } = app.parts.storage
  const reading = vi.spyOn(app.parts.storage, 'read').mockImplementation(async (...input) => {
    const download = await read(...input)
    opened.push(download.content)
    return download
  })
  const em = app.database.fork()
  await em.execute('alter table audit_entry rename to audit_entry_away')
  expect((await get()).status).toBe(500)
  await em.execute('alter table audit_entry_away rename to audit_entry')
  reading.mockRestore()
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
})
