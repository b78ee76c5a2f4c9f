import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { afterAll, expect, test } from 'vitest'
import { Upload } from '../../../src/orders/uploads/upload-entity.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newVisitor, refusal } from '../../../testing/visitor.ts'

const app = await startTestApp()
afterAll(() => app.close())

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Returns everything that is stored: files on the disk and rows of uploads. */
async function stored(): Promise<{ files: string[]; rows: number }> {
  const entries = await readdir(app.filesDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return { files: files.sort(), rows: await app.database.fork().count(Upload) }
}

/** Uploads with fields in the given order. */
function send(...fields: [string, string | Blob][]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return newVisitor(app).api.uploads.upload({ form })
}

const work = new File(['harbour lights'], 'harbour.txt')

test('accepts an intact file, with the fingerprint before or after it', async () => {
  const expected = sha256('harbour lights')
  expect(await send(['sha256', expected], ['file', work])).toMatchObject({ sha256: expected })
  expect(await send(['file', work], ['sha256', expected])).toMatchObject({ sha256: expected })
})

test.each([
  ['before the file', true],
  ['after the file', false],
])('rejects and deletes a file that was damaged in transit: fingerprint %s', async (_, isBefore) => {
  const before = await stored()
  const field: [string, string] = ['sha256', sha256('harbour nights')]
  const file: [string, Blob] = ['file', work]
  const error = await refusal(isBefore ? send(field, file) : send(file, field))
  expect(error).toMatchObject({
    status: 422,
    code: 'file_damaged',
    serverMessage: 'The file was damaged in transit. Please try again.',
  })
  expect(await stored()).toEqual(before)
})

test('detects one changed bit in the largest file', async () => {
  const before = await stored()
  const sent = new Uint8Array(maxOrderFileBytes)
  const left = sha256(sent)
  sent[40_000_000] = 1
  expect(await refusal(send(['sha256', left], ['file', new Blob([sent])]))).toMatchObject({
    code: 'file_damaged',
  })
  expect(await stored()).toEqual(before)
})

test.each([
  ['is not one', [['sha256', 'not a fingerprint']]],
  ['is empty', [['sha256', '']]],
  ['is in capitals', [['sha256', sha256('harbour lights').toUpperCase()]]],
  [
    'is sent twice',
    [
      ['sha256', sha256('harbour lights')],
      ['sha256', sha256('harbour nights')],
    ],
  ],
] satisfies [string, [string, string][]][])(
  'a fingerprint that %s is rejected together with the file',
  async (_, fields) => {
    const before = await stored()
    expect(await refusal(send(...fields, ['file', work]))).toMatchObject({
      status: 400,
      code: 'invalid_input',
    })
    expect(await stored()).toEqual(before)
  },
)

test.each([
  '100%22 real.txt',
  'AC\\DC live.txt',
  'two\\\\slashes.txt',
  'say "hi".txt',
  'می\u200cخواهم.txt',
  '👨\u200d👩\u200d👧 trip.txt',
  ' lead.txt',
  'a;b=c, d.txt',
])('records the name of the file as it is: %j', async (name) => {
  const named = new File(['harbour lights'], name)
  expect(await send(['fileName', name], ['file', named])).toMatchObject({ fileName: name })
  const body = { fileName: name, fileSize: 14, sha256: null }
  const visitor = newVisitor(app)
  const { uploadId } = await visitor.api.uploads.start({ body })
  const form = new FormData()
  form.set('file', named)
  await visitor.api.uploads.addPart({ params: { id: uploadId }, query: { offset: 0 }, form })
  expect(await visitor.api.uploads.finish({ params: { id: uploadId } })).toMatchObject({ fileName: name })
})

test('takes the name of the part, whole, from a program that sends no other', async () => {
  expect(await send(['file', new File(['x'], 'AC\\DC live.txt')])).toMatchObject({
    fileName: 'AC\\DC live.txt',
  })
  expect(await send(['file', new File(['x'], 'say "hi".txt')])).toMatchObject({ fileName: 'say "hi".txt' })
})

test('rejects a name that is too long or sent twice, together with the file', async () => {
  const before = await stored()
  for (const fields of [
    [['fileName', 'x'.repeat(1_001)]],
    [
      ['fileName', 'a'],
      ['fileName', 'b'],
    ],
  ] satisfies [string, string][][])
    expect(await refusal(send(...fields, ['file', work]))).toMatchObject({
      status: 400,
      serverMessage: 'The field fileName is not valid',
    })
  expect(await stored()).toEqual(before)
})

test('accepts an upload without a fingerprint, and with unknown fields', async () => {
  expect(await send(['file', work])).toMatchObject({ fileName: 'harbour.txt' })
  expect(await send(['note', 'x'], ['__proto__', 'x'], ['file', work])).toMatchObject({ fileSize: 14 })
})
