import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import { maxOrderFileBytes } from '@priormark/core/limits'
import type { UploadedFile } from '@priormark/core/uploads/endpoints'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SendOptions } from '../src/public/upload/send-file.ts'
import { createUploadStore } from '../src/public/upload/upload-store.ts'
import { useToastStore } from '../src/ui/toast-store.ts'

const uploaded: UploadedFile = {
  fileName: 'song.wav',
  fileSize: 4,
  sha256: 'a'.repeat(64),
  uploadId: '0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60',
}

/** A store over a server that answers when the test says so. */
function setUp() {
  const sends: { options: SendOptions; answer: PromiseWithResolvers<UploadedFile> }[] = []
  const store = createUploadStore((_file, options) => {
    const answer = Promise.withResolvers<UploadedFile>()
    sends.push({ options, answer })
    return answer.promise
  })
  const phase = () => store.getState().upload.phase
  const progress = () => {
    const { upload } = store.getState()
    return upload.phase === 'uploading' ? upload.progress : null
  }
  return { store, sends, phase, progress }
}

const song = () => new File(['song'], 'song.wav')
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
  expect(progress()).toBe(0)
  sends[0]?.options.onSent(0.2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(progress()).toBe(20)
  sends[0]?.options.onSent(1)
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
  ['without an answer', new NetworkError(null), new NetworkError(null).message],
])('a failed upload %s is told and leads back to idle', async (_case, failure, description) => {
  const { store, sends, phase } = setUp()
  const choosing = store.getState().choose(song())
  sends[0]?.answer.reject(failure)
  await choosing
  expect(phase()).toBe('idle')
  expect(shownToast()).toMatchObject({ title: 'Upload failed', description, variant: 'destructive' })
})

test('a file removed while it uploads stops the upload and says nothing', async () => {
  const { store, sends, phase } = setUp()
  const choosing = store.getState().choose(song())
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
  const second = store.getState().choose(new File(['other'], 'other.wav'))
  sends[0]?.answer.resolve(uploaded)
  await first
  sends[1]?.answer.resolve({ ...uploaded, fileName: 'other.wav' })
  await vi.advanceTimersByTimeAsync(100)
  await second
  expect(store.getState().upload).toMatchObject({ phase: 'uploaded', file: { fileName: 'other.wav' } })
})
