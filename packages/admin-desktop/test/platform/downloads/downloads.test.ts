import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createDownloads,
  openDownloadStore,
  type Downloads,
} from '../../../src/main/platform/downloads/downloads.ts'
import { startFileServer, type FileServer } from '../../file-server.ts'

const polling = { timeout: 120_000, interval: 20 }

let folder: string
let files: FileServer
let downloads: Downloads
let filePath: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-downloads-'))
  files = await startFileServer()
  filePath = path.join(folder, 'song.wav')
  downloads = open()
})
afterEach(async () => {
  await downloads.close()
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

function open(firstRetryMs = 20, silenceMs = 60_000): Downloads {
  return createDownloads({
    store: openDownloadStore(path.join(folder, 'downloads.sqlite')),
    fetch,
    headers: async () => ({ authorization: 'Bearer token' }),
    onChange: () => {},
    firstRetryMs,
    silenceMs,
  })
}

const start = (expectedSha256: string | null = files.sha256) =>
  downloads.start({ url: files.url, fileName: 'song.wav', filePath, expectedSha256 })
const view = (): DownloadView | undefined => downloads.list()[0]
const until = (state: DownloadView['state']) => vi.waitFor(() => expect(view()?.state).toBe(state), polling)
const untilSomeBytesArrived = () =>
  vi.waitFor(async () => {
    const part = await readFile(`${filePath}.part`)
    expect(part.length).toBeGreaterThan(0)
  }, polling)
const expectComplete = async () => {
  expect((await readFile(filePath)).equals(files.content)).toBe(true)
  expect(existsSync(`${filePath}.part`)).toBe(false)
}

test('renames a file once it is complete and verified', async () => {
  start()
  await until('done')
  await expectComplete()
  expect(view()).toMatchObject({
    fileName: 'song.wav',
    receivedBytes: 3_000_000,
    totalBytes: 3_000_000,
    problem: null,
  })
})

test('resumes a paused download where it stopped', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start()
  await untilSomeBytesArrived()
  downloads.pause(id)
  expect(view()?.state).toBe('paused')
  expect(existsSync(filePath)).toBe(false)
  files.holdAfterBytes = null
  downloads.resume(id)
  await until('done')
  await expectComplete()
  expect(files.ranges).toEqual(['', expect.stringMatching(/^bytes=[1-9]\d*-$/)])
})

test('reports the last progress before a connection goes silent', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start()
  await vi.waitFor(() => expect(view()?.receivedBytes).toBe(1_000_000), polling)
  expect(view()?.state).toBe('running')
  downloads.pause(id)
  expect(view()).toMatchObject({ state: 'paused', receivedBytes: 1_000_000 })
})

test('still reports progress and finishes if the disk is full for the list', async () => {
  await downloads.close()
  const store = openDownloadStore(path.join(folder, 'downloads.sqlite'))
  let isFull = false
  downloads = createDownloads({
    store: {
      ...store,
      put(row) {
        if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
        store.put(row)
      },
    },
    fetch,
    headers: async () => ({}),
    onChange: () => (isFull = true),
  })
  files.holdAfterBytes = 1_000_000
  start()
  await vi.waitFor(() => expect(view()?.receivedBytes).toBe(1_000_000), polling)
  expect(isFull).toBe(true)
  files.holdAfterBytes = null
  files.cut()
  await until('done')
  await expectComplete()
})

test('resumes automatically after a lost connection', async () => {
  files.holdAfterBytes = 1_000_000
  start()
  await untilSomeBytesArrived()
  files.holdAfterBytes = null
  files.cut()
  await until('done')
  await expectComplete()
  expect(files.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/)
})

test('resumes after a restart where it stopped', async () => {
  files.holdAfterBytes = 1_000_000
  start()
  await untilSomeBytesArrived()
  await downloads.close()
  files.holdAfterBytes = null
  downloads = open()
  expect(view()?.state).toBe('running')
  downloads.resumeAll()
  await until('done')
  await expectComplete()
  expect(files.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/)
})

test('drops bytes that a crash left beyond the recorded position', async () => {
  await writeFile(`${filePath}.part`, 'left by something else')
  start()
  await until('done')
  await expectComplete()
})

test('reports and deletes a file that was damaged in transit', async () => {
  files.isDamaging = true
  start()
  await until('damaged')
  expect(view()?.problem).toBe('The file was damaged in transit or on the server. The download was deleted.')
  expect([existsSync(filePath), existsSync(`${filePath}.part`)]).toEqual([false, false])
  files.isDamaging = false
  downloads.resume(view()?.id ?? '')
  await until('done')
  await expectComplete()
})

test('reports and deletes a file that is not the ordered one', async () => {
  start('00'.repeat(32))
  await until('damaged')
  expect(view()?.problem).toBe(
    'The server has a different file than the one that was ordered. The download was deleted.',
  )
  expect([existsSync(filePath), existsSync(`${filePath}.part`)]).toEqual([false, false])
})

test('starts over if the file changed between attempts', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start(null)
  await untilSomeBytesArrived()
  downloads.pause(id)
  files.content = Buffer.from('another file by now')
  files.holdAfterBytes = null
  downloads.resume(id)
  await until('done')
  await expectComplete()
})

test('starts over if the server supports no ranges', async () => {
  files.isPlain = true
  files.holdAfterBytes = 1_000_000
  const id = start()
  await untilSomeBytesArrived()
  downloads.pause(id)
  files.holdAfterBytes = null
  downloads.resume(id)
  await until('done')
  await expectComplete()
  expect(files.ranges).toEqual(['', ''])
  expect(view(), 'the server did not send the size').toMatchObject({
    receivedBytes: 3_000_000,
    totalBytes: null,
  })
})

test.each([
  [401, 'You are logged out. Log in and resume the download.'],
  [404, 'The file is no longer on the server.'],
  [410, 'The server rejected the download (410).'],
])('reports a rejection with %i and waits for the user', async (status, problem) => {
  files.status = status
  start()
  await until('failed')
  expect(view()?.problem).toBe(problem)
  files.status = null
  downloads.resume(view()?.id ?? '')
  await until('done')
})

test('retries automatically if the server is not ready', async () => {
  files.status = 503
  start()
  await until('waiting')
  files.status = null
  await until('done')
  await expectComplete()
})

test('reports a missing folder and stops retrying', async () => {
  filePath = path.join(folder, 'gone', 'song.wav')
  start()
  await until('failed')
  expect(view()?.problem).toBe('The folder no longer exists. Remove this download and choose another folder.')
})

test('deletes a partial file on removal, but keeps a finished one', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start()
  await untilSomeBytesArrived()
  await downloads.remove(id)
  expect(downloads.list()).toEqual([])
  expect(existsSync(`${filePath}.part`)).toBe(false)
  files.holdAfterBytes = null
  const other = start()
  await until('done')
  expect(downloads.pathOf(other)).toBe(filePath)
  await downloads.remove(other)
  await expectComplete()
})

test('resumes a download of the same file to the same path, and replaces a download of another file', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start()
  await untilSomeBytesArrived()
  expect(start()).toBe(id)
  downloads.pause(id)
  expect(start()).toBe(id)
  expect(downloads.list()).toHaveLength(1)

  const other = downloads.start({
    url: `${files.url}?other`,
    fileName: 'song.wav',
    filePath,
    expectedSha256: files.sha256,
  })
  expect(downloads.list().map((one) => one.id)).toEqual([other])
  files.holdAfterBytes = null
  files.cut()
  await until('done')
  await expectComplete()
  expect(start()).not.toBe(other)
  await until('done')
})

test('replaces a silent connection by a new one', async () => {
  await downloads.close()
  downloads = open(20, 500)
  files.holdAfterBytes = 1_000_000
  start()
  await untilSomeBytesArrived()
  await until('waiting')
  files.holdAfterBytes = null
  await until('done')
  await expectComplete()
  expect(files.ranges.some((range) => range.startsWith('bytes='))).toBe(true)
})

test('deletes the partial file before recording a new entity tag', async () => {
  const store = openDownloadStore(path.join(folder, 'downloads.sqlite'))
  await writeFile(`${filePath}.part`, 'the beginning of an older file')
  await downloads.close()
  const partExistedAtPut: boolean[] = []
  downloads = createDownloads({
    store: {
      ...store,
      put(row) {
        if (row.etag !== null) partExistedAtPut.push(existsSync(`${filePath}.part`))
        store.put(row)
      },
    },
    fetch,
    headers: async () => ({}),
    onChange: () => {},
  })
  start()
  await until('done')
  await expectComplete()
  expect(partExistedAtPut[0]).toBe(false)
})
