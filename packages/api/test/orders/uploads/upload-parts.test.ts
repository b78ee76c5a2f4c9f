import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { maxOrderFileBytes, minUploadPartBytes } from '@priormark/core/platform/limits'
import type { AnnouncedFile } from '@priormark/core/orders/uploads/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { sweepUploads } from '../../../src/orders/uploads/file-retention.ts'
import { Upload, PartialUpload, UploadPart } from '../../../src/orders/uploads/upload-entity.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { details, newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'

const app = await startTestApp()
afterAll(() => app.close())

const partBytes = minUploadPartBytes
const song = randomBytes(2 * partBytes + 1_000)
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const announced = (content = song): AnnouncedFile => ({
  fileName: 'song.wav',
  fileSize: content.length,
  sha256: sha256(content),
})

function addPart(visitor: Visitor, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'part')
  return visitor.api.uploads.addPart({ params: { id }, query: { offset }, form })
}

/** Sends everything from `offset` on, in parts of the smallest size. */
async function sendRest(visitor: Visitor, id: string, content = song, offset = 0): Promise<void> {
  for (let at = offset; at < content.length; at += partBytes) {
    await addPart(visitor, id, at, new Uint8Array(content.subarray(at, at + partBytes)))
  }
}

async function stored(): Promise<{ files: number; parts: number; partial: number; whole: number }> {
  const entries = await readdir(app.filesDir, { recursive: true, withFileTypes: true })
  const em = app.database.fork()
  return {
    files: entries.filter((entry) => entry.isFile()).length,
    parts: await em.count(UploadPart),
    partial: await em.count(PartialUpload),
    whole: await em.count(Upload),
  }
}

test('joins the parts into the file that was sent, which can be ordered', async () => {
  const before = await stored()
  const visitor = newVisitor(app)
  const { uploadId } = await visitor.api.uploads.start({ body: announced() })
  await sendRest(visitor, uploadId)
  const file = await visitor.api.uploads.finish({ params: { id: uploadId } })
  expect(file).toEqual({ ...announced(), uploadId })
  expect(await stored()).toEqual({ ...before, files: before.files + 1, whole: before.whole + 1 })

  const upload = await app.database.fork().findOneOrFail(Upload, uploadId)
  const { content } = await app.parts.storage.read(upload.storageKey)
  expect(sha256(Buffer.concat(await content.toArray()))).toBe(sha256(song))
  expect((await visitor.api.orders.create({ body: { ...details, uploadId } })).success).toBe(true)
})

describe('after a lost connection', () => {
  test('returns where to continue, also for a new start', async () => {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.api.uploads.start({ body: announced() })
    await addPart(visitor, uploadId, 0, new Uint8Array(song.subarray(0, partBytes)))
    const progress = { uploadId, receivedBytes: partBytes }
    expect(await visitor.api.uploads.progress({ params: { id: uploadId } })).toEqual(progress)
    expect(await visitor.api.uploads.start({ body: announced() })).toEqual(progress)
    await sendRest(visitor, uploadId, song, partBytes)
    expect(await visitor.api.uploads.finish({ params: { id: uploadId } })).toMatchObject({
      sha256: sha256(song),
    })
  })

  test('rejects a part that is already stored, and deletes the second copy', async () => {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.api.uploads.start({ body: announced() })
    const first = new Uint8Array(song.subarray(0, partBytes))
    const outcomes = await Promise.allSettled([1, 2].map(() => addPart(visitor, uploadId, 0, first)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const before = await stored()
    expect(await refusal(addPart(visitor, uploadId, 0, first))).toMatchObject({ code: 'conflict' })
    expect(await stored()).toEqual(before)
    expect(await app.database.fork().count(UploadPart, { uploadId })).toBe(1)
  })

  test('returns one file when it is finished twice, even concurrently', async () => {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.api.uploads.start({ body: announced() })
    await sendRest(visitor, uploadId)
    const before = await stored()
    const finish = () => visitor.api.uploads.finish({ params: { id: uploadId } })
    const files = await Promise.all([finish(), finish()])
    expect(new Set([...files, await finish()].map((file) => JSON.stringify(file))).size).toBe(1)
    const after = await stored()
    expect(after).toMatchObject({ whole: before.whole + 1, partial: before.partial - 1 })
    expect(before.files - after.files).toBe(before.parts - after.parts - 1)
  })
})

test('rejects and deletes a file that differs from its announced hash', async () => {
  const before = await stored()
  const visitor = newVisitor(app)
  const { uploadId } = await visitor.api.uploads.start({
    body: { ...announced(), sha256: sha256(Buffer.from('other')) },
  })
  await sendRest(visitor, uploadId)
  expect(await refusal(visitor.api.uploads.finish({ params: { id: uploadId } }))).toMatchObject({
    status: 422,
    code: 'file_damaged',
    serverMessage: 'The file was damaged in transit. Please try again.',
  })
  expect(await stored()).toEqual(before)
})

describe('rejects', () => {
  test('an announced file over the limit, before a byte is sent', async () => {
    const body = { ...announced(), fileSize: maxOrderFileBytes + 1 }
    expect(await refusal(newVisitor(app).api.uploads.start({ body }))).toMatchObject({
      status: 413,
      code: 'file_too_large',
      serverMessage: 'Maximum file size is 50MB',
    })
  })

  test('more bytes than announced, and parts so small that a file has thousands', async () => {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.api.uploads.start({ body: announced() })
    const before = await stored()
    const longer = new Uint8Array(song.length + 1)
    expect(await refusal(addPart(visitor, uploadId, 0, longer))).toMatchObject({ code: 'invalid_input' })
    const tiny = new Uint8Array(partBytes - 1)
    expect(await refusal(addPart(visitor, uploadId, 0, tiny))).toMatchObject({ code: 'invalid_input' })
    expect(await refusal(visitor.api.uploads.finish({ params: { id: uploadId } }))).toMatchObject({
      code: 'conflict',
    })
    expect(await stored()).toEqual(before)
  })

  test('another visitor, for every call', async () => {
    const { uploadId: id } = await newVisitor(app).api.uploads.start({ body: announced() })
    const other = newVisitor(app)
    const { uploadId: own } = await other.api.uploads.start({ body: announced() })
    expect(own).not.toBe(id)
    const calls = [
      other.api.uploads.progress({ params: { id } }),
      addPart(other, id, 0, new Uint8Array(song.subarray(0, partBytes))),
      other.api.uploads.finish({ params: { id } }),
      other.api.uploads.progress({ params: { id: randomUUID() } }),
    ]
    // Awaited together: an unhandled rejection would end the run.
    for (const rejection of await Promise.all(calls.map((call) => refusal(call))))
      expect(rejection).toMatchObject({ status: 404, code: 'not_found' })
  })
})

test('the sweeper deletes abandoned uploads with their parts, and keeps younger ones', async () => {
  const visitor = newVisitor(app)
  const { uploadId: young } = await visitor.api.uploads.start({ body: announced() })
  const { uploadId: old } = await newVisitor(app).api.uploads.start({ body: announced() })
  await addPart(visitor, young, 0, new Uint8Array(song.subarray(0, partBytes)))
  const em = app.database.fork()
  await em.nativeUpdate(PartialUpload, { id: old }, { createdAt: new Date(Date.now() - 25 * 3_600_000) })
  // A process that stops while it joins parts leaves parts of a deleted upload.
  const storageKey = '0a/left-over'
  await app.parts.storage.write(storageKey, (await app.parts.storage.read(await someKey(young))).content, {
    maxBytes: partBytes,
  })
  await em.insert(UploadPart, {
    id: randomUUID(),
    uploadId: randomUUID(),
    firstByte: 0,
    partSize: partBytes,
    sha256: sha256(song),
    storageKey,
    network: '192.0.2.0/24',
  })
  await sweepUploads({
    database: app.database,
    storage: app.parts.storage,
    log: silentLog,
    unpaidFileHours: 24,
  })
  expect(await em.count(PartialUpload, { id: old })).toBe(0)
  expect(await em.count(UploadPart, { storageKey })).toBe(0)
  await expect(app.parts.storage.read(storageKey)).rejects.toMatchObject({ code: 'not_found' })
  expect(await visitor.api.uploads.progress({ params: { id: young } })).toMatchObject({
    receivedBytes: partBytes,
  })
})

async function someKey(uploadId: string): Promise<string> {
  return (await app.database.fork().findOneOrFail(UploadPart, { uploadId })).storageKey
}
