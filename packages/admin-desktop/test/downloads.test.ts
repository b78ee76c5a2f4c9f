import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DownloadView } from '@priormark/core/downloads/download-manager'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDownloadStore } from '../src/main/downloads/download-store.ts'
import { createDownloads, type Downloads } from '../src/main/downloads/downloads.ts'
import { startFileServer, type FileServer } from './file-server.ts'

// What hangs is ended; nothing is measured.
const patience = { timeout: 120_000, interval: 20 }

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
const until = (state: DownloadView['state']) => vi.waitFor(() => expect(view()?.state).toBe(state), patience)
const untilSomeCame = () =>
  vi.waitFor(async () => {
    const part = await readFile(`${filePath}.part`)
    expect(part.length).toBeGreaterThan(0)
  }, patience)
const expectWhole = async () => {
  expect((await readFile(filePath)).equals(files.content)).toBe(true)
  expect(existsSync(`${filePath}.part`)).toBe(false)
}

test('a file gets its name when it is whole and checked', async () => {
  start()
  await until('done')
  await expectWhole()
  expect(view()).toMatchObject({
    fileName: 'song.wav',
    receivedBytes: 3_000_000,
    totalBytes: 3_000_000,
    problem: null,
  })
})

test('paused and resumed, it goes on where it stopped', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start()
  await untilSomeCame()
  downloads.pause(id)
  expect(view()?.state).toBe('paused')
  expect(existsSync(filePath)).toBe(false)
  files.holdAfterBytes = null
  downloads.resume(id)
  await until('done')
  await expectWhole()
  expect(files.ranges).toEqual(['', expect.stringMatching(/^bytes=[1-9]\d*-$/)])
})

test('how much came is told also where nothing more comes after it', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start()
  await vi.waitFor(() => expect(view()?.receivedBytes).toBe(1_000_000), patience)
  expect(view()?.state).toBe('running')
  downloads.pause(id)
  expect(view()).toMatchObject({ state: 'paused', receivedBytes: 1_000_000 })
})

test('a list that a full disk does not take is told all the same, and the file arrives', async () => {
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
  await vi.waitFor(() => expect(view()?.receivedBytes).toBe(1_000_000), patience)
  expect(isFull).toBe(true)
  files.holdAfterBytes = null
  files.cut()
  await until('done')
  await expectWhole()
})

test('cut off, it waits and goes on by itself', async () => {
  files.holdAfterBytes = 1_000_000
  start()
  await untilSomeCame()
  files.holdAfterBytes = null
  files.cut()
  await until('done')
  await expectWhole()
  expect(files.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/)
})

test('after a restart it goes on where it stopped', async () => {
  files.holdAfterBytes = 1_000_000
  start()
  await untilSomeCame()
  await downloads.close()
  files.holdAfterBytes = null
  downloads = open()
  expect(view()?.state).toBe('running')
  downloads.resumeAll()
  await until('done')
  await expectWhole()
  expect(files.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/)
})

test('what a crash left behind the known end is no part of the file', async () => {
  await writeFile(`${filePath}.part`, 'left by something else')
  start()
  await until('done')
  await expectWhole()
})

test('a file that was damaged on its way is named as such and not kept', async () => {
  files.isDamaging = true
  start()
  await until('damaged')
  expect(view()?.problem).toBe('The file was damaged during the download or on the server. It was deleted.')
  expect([existsSync(filePath), existsSync(`${filePath}.part`)]).toEqual([false, false])
  files.isDamaging = false
  downloads.resume(view()?.id ?? '')
  await until('done')
  await expectWhole()
})

test('another file in place of the one that was ordered is named as such and not kept', async () => {
  start('00'.repeat(32))
  await until('damaged')
  expect(view()?.problem).toBe(
    'The server sent a different file from the one that was ordered. It was deleted.',
  )
  expect([existsSync(filePath), existsSync(`${filePath}.part`)]).toEqual([false, false])
})

test('a file that was exchanged between two tries is fetched from its beginning', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start(null)
  await untilSomeCame()
  downloads.pause(id)
  files.content = Buffer.from('another file by now')
  files.holdAfterBytes = null
  downloads.resume(id)
  await until('done')
  await expectWhole()
})

test('a server that knows no ranges or sizes is asked for the whole file again', async () => {
  files.isPlain = true
  files.holdAfterBytes = 1_000_000
  const id = start()
  await untilSomeCame()
  downloads.pause(id)
  files.holdAfterBytes = null
  downloads.resume(id)
  await until('done')
  await expectWhole()
  expect(files.ranges).toEqual(['', ''])
  expect(view(), 'how much it is, it did not say').toMatchObject({
    receivedBytes: 3_000_000,
    totalBytes: null,
  })
})

test.each([
  [401, 'You’re logged out. Log in and resume the download.'],
  [404, 'The file is no longer on the server.'],
  [410, 'The server rejected the download (410).'],
])('a refusal with %i says so and waits for a person', async (status, problem) => {
  files.status = status
  start()
  await until('failed')
  expect(view()?.problem).toBe(problem)
  files.status = null
  downloads.resume(view()?.id ?? '')
  await until('done')
})

test('a server that is not ready is asked again by itself', async () => {
  files.status = 503
  start()
  await until('waiting')
  files.status = null
  await until('done')
  await expectWhole()
})

test('a folder that is gone is said, and nothing is tried for ever', async () => {
  filePath = path.join(folder, 'gone', 'song.wav')
  start()
  await until('failed')
  expect(view()?.problem).toBe('The folder no longer exists. Remove this download and choose another folder.')
})

test('removed, nothing of it is left; of a finished one the file stays', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start()
  await untilSomeCame()
  await downloads.remove(id)
  expect(downloads.list()).toEqual([])
  expect(existsSync(`${filePath}.part`)).toBe(false)
  files.holdAfterBytes = null
  const other = start()
  await until('done')
  expect(downloads.pathOf(other)).toBe(filePath)
  await downloads.remove(other)
  await expectWhole()
})

test('the same file to the same place is one download, and another file there makes way', async () => {
  files.holdAfterBytes = 1_000_000
  const id = start()
  await untilSomeCame()
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
  await expectWhole()
  expect(start()).not.toBe(other)
  await until('done')
})

test('a connection over which nothing comes any more is given up, and it goes on over a new one', async () => {
  await downloads.close()
  downloads = open(20, 500)
  files.holdAfterBytes = 1_000_000
  start()
  await untilSomeCame()
  await until('waiting')
  files.holdAfterBytes = null
  await until('done')
  await expectWhole()
  expect(files.ranges.some((range) => range.startsWith('bytes='))).toBe(true)
})

test('what came of another file is gone before the new one is written down', async () => {
  const store = openDownloadStore(path.join(folder, 'downloads.sqlite'))
  await writeFile(`${filePath}.part`, 'the beginning of what was there before')
  await downloads.close()
  const partAtAnswer: boolean[] = []
  downloads = createDownloads({
    store: {
      ...store,
      put(row) {
        if (row.etag !== null) partAtAnswer.push(existsSync(`${filePath}.part`))
        store.put(row)
      },
    },
    fetch,
    headers: async () => ({}),
    onChange: () => {},
  })
  start()
  await until('done')
  await expectWhole()
  expect(partAtAnswer[0]).toBe(false)
})
