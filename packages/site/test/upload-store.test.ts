import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import { maxOrderFileBytes } from '@priormark/core/limits'
import type { UploadedFile } from '@priormark/core/uploads/endpoints'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AttemptOptions } from '../src/public/upload/send-parts.ts'
import {
  createUploader,
  type FingerprintFile,
  type FingerprintOptions,
} from '../src/public/upload/uploader.ts'
import { createUploadStore } from '../src/public/upload/upload-store.ts'
import { useToastStore } from '../src/ui/toast-store.ts'

const uploaded: UploadedFile = {
  fileName: 'song.wav',
  fileSize: 4,
  sha256: 'a'.repeat(64),
  uploadId: '0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60',
}

interface Send {
  sha256: string | null
  options: AttemptOptions
  answer: PromiseWithResolvers<UploadedFile>
}

/**
 * A store over a server that answers when the test says so.
 * @param hash what hashes; where nothing else is said it has the fingerprint at once
 */
function setUp(hash: FingerprintFile = async () => uploaded.sha256) {
  const sends: Send[] = []
  const uploader = createUploader(hash, (_file, sha256) => (options) => {
    const answer = Promise.withResolvers<UploadedFile>()
    options.signal.addEventListener('abort', () => answer.reject(options.signal.reason))
    sends.push({ sha256, options, answer })
    return answer.promise
  })
  const store = createUploadStore(async () => uploader)
  const phase = () => store.getState().upload.phase
  const progress = () => {
    const { upload } = store.getState()
    return upload.phase === 'uploading' ? upload.progress : null
  }
  return { store, sends, phase, progress }
}

/** A file of 1,000 bytes. */
const song = () => new File(['x'.repeat(1_000)], 'song.wav')
const shownToast = () => useToastStore.getState().current

beforeEach(() => {
  vi.useFakeTimers()
  useToastStore.setState({ current: null })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a file over 50 MB is refused before any request', async () => {
  const { store, sends, phase } = setUp()
  const file = new File([], 'film.mov')
  Object.defineProperty(file, 'size', { value: maxOrderFileBytes + 1 })
  await store.getState().choose(file)
  expect(sends).toHaveLength(0)
  expect(phase()).toBe('idle')
  expect(shownToast()).toMatchObject({
    title: 'File too large',
    description: 'Maximum file size is 50MB',
    variant: 'destructive',
  })
})

test('an upload rises by its law, waits at 90 and ends with the answer', async () => {
  const { store, sends, phase, progress } = setUp()
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  expect(progress()).toBe(0)
  sends[0]?.options.onSent(200)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(progress()).toBe(20)
  sends[0]?.options.onSent(1_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(progress()).toBe(90)
  sends[0]?.answer.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(0)
  expect(progress()).toBe(100)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
  expect(phase()).toBe('uploaded')
  expect(shownToast()).toMatchObject({
    title: 'File uploaded',
    description: 'Your file has been uploaded successfully',
    variant: 'default',
  })
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['with its sentence', new ApiError(413, '{"error":"That file is too large"}'), 'That file is too large'],
  ['without a sentence', new ApiError(500, 'oops'), 'An error occurred during upload'],
])('a failed upload %s is told and leads back to idle', async (_case, failure, description) => {
  const { store, sends, phase } = setUp()
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  sends[0]?.answer.reject(failure)
  await choosing
  expect(phase()).toBe('idle')
  expect(shownToast()).toMatchObject({ title: 'Upload failed', description, variant: 'destructive' })
})

describe('a lost connection', () => {
  const view = (store: ReturnType<typeof setUp>['store']) => {
    const { upload } = store.getState()
    return upload.phase === 'uploading' ? upload : null
  }

  test('waits, says where the upload is, and goes on from what the server has', async () => {
    const { store, sends } = setUp()
    const choosing = store.getState().choose(song())
    await vi.advanceTimersByTimeAsync(0)
    sends[0]?.options.onSent(500)
    sends[0]?.answer.reject(new NetworkError(null))
    await vi.advanceTimersByTimeAsync(100)
    expect(view(store)).toMatchObject({
      status: 'waiting',
      text: 'Connection lost at 500 of 1000 bytes. The upload continues automatically.',
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sends).toHaveLength(2)
    sends[1]?.options.onSent(256)
    sends[1]?.options.onSent(600)
    await vi.advanceTimersByTimeAsync(100)
    expect(view(store)).toMatchObject({ status: 'sending', text: '600 of 1000 bytes' })
    sends[1]?.answer.resolve(uploaded)
    await vi.advanceTimersByTimeAsync(100)
    await choosing
    expect(store.getState().upload.phase).toBe('uploaded')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is tried again for as long as the visitor waits, and at once when asked', async () => {
    const { store, sends } = setUp()
    const choosing = store.getState().choose(song())
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await vi.advanceTimersByTimeAsync(15_000)
      expect(sends).toHaveLength(attempt + 1)
      sends[attempt]?.answer.reject(new NetworkError(null))
    }
    await vi.advanceTimersByTimeAsync(100)
    store.getState().resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(sends).toHaveLength(31)
    store.getState().remove()
    await choosing
    expect(vi.getTimerCount()).toBe(0)
  })

  test('of a file that was moved meanwhile ends the upload', async () => {
    const { store, sends, phase } = setUp()
    const file = song()
    file.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    const choosing = store.getState().choose(file)
    await vi.advanceTimersByTimeAsync(0)
    sends[0]?.answer.reject(new NetworkError(null))
    await choosing
    expect(phase()).toBe('idle')
    expect(shownToast()).toMatchObject({ title: 'Upload failed' })
  })
})

test('a busy server is tried again, and after six refusals in a row the upload fails with its sentence', async () => {
  const { store, sends, phase } = setUp()
  const choosing = store.getState().choose(song())
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await vi.advanceTimersByTimeAsync(15_000)
    expect(sends).toHaveLength(attempt + 1)
    sends[attempt]?.answer.reject(new ApiError(503, '{"error":"Many files are arriving"}'))
  }
  await choosing
  expect(phase()).toBe('idle')
  expect(shownToast()).toMatchObject({ title: 'Upload failed', description: 'Many files are arriving' })
})

test('a paused upload sends nothing until it is resumed', async () => {
  const { store, sends } = setUp()
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  sends[0]?.options.onSent(300)
  store.getState().pause()
  expect(sends[0]?.options.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sends).toHaveLength(1)
  expect(store.getState().upload).toMatchObject({ status: 'paused', text: 'Paused at 300 of 1000 bytes' })
  store.getState().resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(sends[1]?.options.signal.aborted).toBe(false)
  sends[1]?.answer.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
  expect(store.getState().upload.phase).toBe('uploaded')
})

test('several files are offered and not sent; one of them, or their ZIP, is then chosen', async () => {
  const { store, sends } = setUp()
  const files = [song(), new File(['other'], 'other.wav')]
  await store.getState().chooseAll(files)
  expect(store.getState().upload).toEqual({ phase: 'several', files })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sends).toHaveLength(0)
  const zip = new File(['zip'], 'song and 1 more.zip')
  const choosing = store.getState().choose(zip, { isMadeZip: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState()).toMatchObject({ madeZip: zip, upload: { fileName: 'song and 1 more.zip' } })
  sends[0]?.answer.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
  store.getState().remove()
  expect(store.getState().madeZip).toBeNull()
})

test('a file removed while it uploads stops the upload and says nothing', async () => {
  const { store, sends, phase } = setUp()
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  store.getState().remove()
  expect(sends[0]?.options.signal.aborted).toBe(true)
  sends[0]?.answer.resolve(uploaded)
  await choosing
  await vi.advanceTimersByTimeAsync(1_000)
  expect(phase()).toBe('idle')
  expect(shownToast()).toBeNull()
})

test('another file takes the place of the one that uploads', async () => {
  const { store, sends } = setUp()
  const first = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  const second = store.getState().choose(new File(['other'], 'other.wav'))
  await vi.advanceTimersByTimeAsync(0)
  sends[0]?.answer.resolve(uploaded)
  await first
  sends[1]?.answer.resolve({ ...uploaded, fileName: 'other.wav' })
  await vi.advanceTimersByTimeAsync(100)
  await second
  expect(store.getState().upload).toMatchObject({ phase: 'uploaded', file: { fileName: 'other.wav' } })
})

/** A hashing that goes on when the test says so. */
function slowHash() {
  const options: FingerprintOptions[] = []
  const answer = Promise.withResolvers<string | null>()
  const hash: FingerprintFile = (_file, given) => {
    options.push(given)
    return answer.promise
  }
  return { hash, answer, onProgress: (share: number) => options[0]?.onProgress(share), options }
}

test('the fingerprint comes first, is shown while the file travels, and travels with it', async () => {
  const { hash, answer, onProgress } = slowHash()
  const { store, sends } = setUp(hash)
  const choosing = store.getState().choose(song())
  expect(store.getState().upload).toMatchObject({ fingerprint: { kind: 'computing', share: 0 } })
  await vi.advanceTimersByTimeAsync(0)
  onProgress(0.5)
  expect(store.getState().upload).toMatchObject({ fingerprint: { kind: 'computing', share: 0.5 } })
  expect(sends).toHaveLength(0)
  answer.resolve('b'.repeat(64))
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState().upload).toMatchObject({
    phase: 'uploading',
    fingerprint: { kind: 'computed', sha256: 'b'.repeat(64) },
  })
  expect(sends[0]?.sha256).toBe('b'.repeat(64))
  sends[0]?.answer.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
})

test('the bar waits for the fingerprint and then keeps to its law', async () => {
  const { hash, answer, onProgress } = slowHash()
  const { store, sends, progress } = setUp(hash)
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(3_000)
  onProgress(0.9)
  expect(progress()).toBe(0)
  answer.resolve(null)
  await vi.advanceTimersByTimeAsync(0)
  sends[0]?.options.onSent(1_000)
  await vi.advanceTimersByTimeAsync(300)
  expect(progress()).toBe(15)
  store.getState().remove()
  sends[0]?.answer.resolve(uploaded)
  await choosing
})

test('where the browser cannot hash, the file goes without a fingerprint', async () => {
  const { store, sends } = setUp(async () => null)
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState().upload).toMatchObject({ fingerprint: { kind: 'unknown' } })
  expect(sends[0]?.sha256).toBeNull()
  sends[0]?.answer.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
  expect(store.getState().upload).toMatchObject({ phase: 'uploaded' })
})

test('a file removed while it is hashed is not sent, and the hashing is told', async () => {
  const { hash, answer, onProgress, options } = slowHash()
  const { store, sends, phase } = setUp(hash)
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  store.getState().remove()
  expect(options[0]?.signal.aborted).toBe(true)
  onProgress(0.5)
  answer.resolve(null)
  await choosing
  expect(phase()).toBe('idle')
  expect(sends).toHaveLength(0)
  expect(shownToast()).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

test('where the part that uploads cannot be loaded, the upload fails aloud', async () => {
  const store = createUploadStore(() => Promise.reject(new TypeError('Failed to fetch')))
  await store.getState().choose(song())
  expect(store.getState().upload).toEqual({ phase: 'idle' })
  expect(shownToast()).toMatchObject({
    title: 'Upload failed',
    description: 'An error occurred during upload',
    variant: 'destructive',
  })
})
