import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { afterAll, describe, expect, test } from 'vitest'
import { Upload } from '../../../src/orders/uploads/upload-entity.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newVisitor, refusal } from '../../../testing/visitor.ts'

const app = await startTestApp()
afterAll(() => app.close())

async function files(of = app): Promise<string[]> {
  const entries = await readdir(of.filesDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const boundary = 'priormark-boundary'
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`

/**
 * Sends raw bytes as an upload. Returns the bytes received before the connection closes. @param closeWhen once everything is sent,
 * the client hangs up when this resolves
 */
function sendRaw(
  headers: string[],
  chunks: Iterable<Buffer | string>,
  closeWhen?: () => Promise<void>,
): Promise<string> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let response = ''
    socket.on('data', (data) => {
      response += data.toString('latin1')
    })
    socket.on('close', () => resolve(response))
    // A server that rejects early closes the connection while we are still writing.
    socket.on('error', () => {})
    const all = [
      `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
      ...chunks,
    ]
    Readable.from(all)
      .on('end', () => void closeWhen?.().then(() => socket.destroy(), reject))
      .pipe(socket, { end: false })
  })
}

function* chunked(bytes: number): Generator<Buffer | string> {
  const chunk = (data: Buffer | string) =>
    Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), Buffer.from(data), Buffer.from('\r\n')])
  yield chunk(head)
  const block = Buffer.alloc(1 << 20, 7)
  for (let sent = 0; sent < bytes; sent += block.length)
    yield chunk(block.subarray(0, Math.min(block.length, bytes - sent)))
  yield chunk(tail)
  yield '0\r\n\r\n'
}

describe('the limit of 52,428,800 bytes', () => {
  test('accepts a file of exactly that size, and hashes it', async () => {
    const bytes = randomBytes(maxOrderFileBytes)
    const uploaded = await newVisitor(app).upload(bytes)
    expect(uploaded).toMatchObject({
      fileSize: 52_428_800,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  })

  test('rejects one byte more with 413 and leaves nothing behind', async () => {
    const before = await files()
    const error = await refusal(newVisitor(app).upload(new Uint8Array(maxOrderFileBytes + 1)))
    expect(error).toMatchObject({
      status: 413,
      code: 'file_too_large',
      serverMessage: 'Maximum file size is 50MB',
    })
    expect(await files()).toEqual(before)
  })

  test('is enforced by Content-Length before the body is sent', async () => {
    const response = await sendRaw([`Content-Length: ${80 * 1024 * 1024}`], [head])
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(response).toContain('file_too_large')
  })

  test('is enforced without a Content-Length', async () => {
    const before = await files()
    const response = await sendRaw(['Transfer-Encoding: chunked'], chunked(maxOrderFileBytes + 1))
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    await expect.poll(() => files()).toEqual(before)
  })
})

describe('an interrupted upload leaves nothing behind', () => {
  test('when the client hangs up in the middle', async () => {
    const before = await files()
    // Until then the server may not have read anything, and nothing would be left in any case.
    const hasBegun = () => expect.poll(async () => (await files()).length).toBe(before.length + 1)
    await sendRaw(['Content-Length: 5000000'], [head, Buffer.alloc(300_000)], hasBegun)
    await expect.poll(() => files()).toEqual(before)
  })

  test('when the form ends before its last boundary', async () => {
    const before = await files()
    const body = head + 'half a file'
    const response = await sendRaw([`Content-Length: ${body.length}`], [body])
    expect(response).toMatch(/^HTTP\/1\.1 408 /)
    await expect.poll(() => files()).toEqual(before)
  })

  test('when the client declares a shorter length than it sends', async () => {
    const before = await files()
    // In one piece: a part that is sent after the response could end the connection before the response is read.
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(100_000, 7), Buffer.from(tail)])
    const response = await sendRaw(['Content-Length: 200'], [body])
    expect(response).toMatch(/^HTTP\/1\.1 4/)
    await expect.poll(() => files()).toEqual(before)
  })
})

describe('if the disk or the database fails', () => {
  const failing = (filesDir: string, fail: (chunk: number) => void): Promise<FileStorage> =>
    openDiskStorage(filesDir).then((disk) => ({
      ...disk,
      write: (key, content, options) =>
        disk.write(
          key,
          Readable.from(
            (async function* () {
              let n = 0
              for await (const chunk of content) {
                fail((n += 1))
                yield chunk
              }
            })(),
          ),
          options,
        ),
    }))

  test('a full disk is reported, leaves nothing behind, and the next upload succeeds', async () => {
    let isFull = true
    const storage = await failing(app.filesDir, (chunk) => {
      if (isFull && chunk > 2)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    const other = await startTestApp({ storage })
    const before = await files()
    const visitor = newVisitor(other)
    const error = await refusal(visitor.upload(new Uint8Array(1_000_000)))
    expect(error).toMatchObject({ status: 507, code: 'storage_full' })
    expect(await files()).toEqual(before)
    isFull = false
    expect((await visitor.upload('again')).fileSize).toBe(5)
    await other.close()
  })

  test('the file is deleted if the database rejects the row', async () => {
    const before = await files()
    await app.database.fork().execute('alter table upload add constraint closed check (file_size <> 4321)')
    const error = await refusal(newVisitor(app).upload(new Uint8Array(4321)))
    expect(error).toMatchObject({ status: 500, code: 'internal' })
    expect(error.serverMessage).toBe('Something went wrong on our side. Please try again.')
    expect(await files()).toEqual(before)
    expect(await app.database.fork().count(Upload, { fileSize: 4321 })).toBe(0)
    await app.database.fork().execute('alter table upload drop constraint closed')
  })
})

test('twenty concurrent uploads keep their own bytes', async () => {
  const works = Array.from({ length: 20 }, () => randomBytes(200_000))
  const uploaded = await Promise.all(works.map((work) => newVisitor(app).upload(work)))
  expect(uploaded.map(({ sha256 }) => sha256)).toEqual(
    works.map((work) => createHash('sha256').update(work).digest('hex')),
  )
})
