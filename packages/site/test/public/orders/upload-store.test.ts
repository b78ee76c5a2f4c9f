import { ApiError } from '@priormark/core/platform/http/api-error'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUploadStore } from '../../../src/public/orders/upload/upload-store.ts'
import { useToastStore } from '../../../src/ui/toast-store.ts'
import { setUp, shownToast, song, uploaded } from './upload-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useToastStore.setState({ current: null })
})
afterEach(() => {
  vi.useRealTimers()
})

test('rejects a file over 50 MB without a request', async () => {
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

test('advances the progress, stops at 90 and finishes with the response', async () => {
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
  sends[0]?.response.resolve(uploaded)
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
  ['with a message', new ApiError(413, '{"error":"That file is too large"}'), 'That file is too large'],
  ['without a message', new ApiError(500, 'oops'), 'An error occurred during upload'],
])('shows an error for a failed upload %s and returns to idle', async (_case, failure, description) => {
  const { store, sends, phase } = setUp()
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  sends[0]?.response.reject(failure)
  await choosing
  expect(phase()).toBe('idle')
  expect(shownToast()).toMatchObject({ title: 'Upload failed', description, variant: 'destructive' })
})

test.each([409, 429, 502, 503, 504])(
  'ends at once with the message of a server that refuses with %d',
  async (status) => {
    const { store, sends, phase } = setUp()
    const choosing = store.getState().choose(song())
    await vi.advanceTimersByTimeAsync(0)
    sends[0]?.response.reject(new ApiError(status, '{"error":"Many files are being uploaded"}'))
    await choosing
    expect(phase()).toBe('idle')
    expect(sends).toHaveLength(1)
    expect(shownToast()).toMatchObject({
      title: 'Upload failed',
      description: 'Many files are being uploaded',
    })
  },
)

test('sends nothing while an upload is paused', async () => {
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
  sends[1]?.response.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
  expect(store.getState().upload.phase).toBe('uploaded')
})

test('takes the first of several files at once, offers all as one ZIP, and uploads it instead', async () => {
  const { store, sends } = setUp()
  const files = [song(), new File(['other'], 'other.wav')]
  void store.getState().chooseAll(files)
  await vi.waitFor(() => expect(sends).toHaveLength(1))
  expect(store.getState()).toMatchObject({
    upload: { phase: 'uploading', fileName: 'song.wav' },
    offer: { folderNames: [], files: [{ path: 'song.wav' }, { path: 'other.wav' }] },
  })
  const zip = new File(['zip'], 'song and 1 more.zip')
  const choosing = store.getState().choose(zip, { isCreatedZip: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState()).toMatchObject({
    createdZip: zip,
    offer: null,
    upload: { fileName: 'song and 1 more.zip' },
  })
  sends[1]?.response.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
  store.getState().remove()
  expect(store.getState().createdZip).toBeNull()
})

test('cancels the upload of a removed file without a message', async () => {
  const { store, sends, phase } = setUp()
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  store.getState().remove()
  expect(sends[0]?.options.signal.aborted).toBe(true)
  sends[0]?.response.resolve(uploaded)
  await choosing
  await vi.advanceTimersByTimeAsync(1_000)
  expect(phase()).toBe('idle')
  expect(shownToast()).toBeNull()
})

test('replaces a file during its upload', async () => {
  const { store, sends } = setUp()
  const first = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  const second = store.getState().choose(new File(['other'], 'other.wav'))
  await vi.advanceTimersByTimeAsync(0)
  sends[0]?.response.resolve(uploaded)
  await first
  sends[1]?.response.resolve({ ...uploaded, fileName: 'other.wav' })
  await vi.advanceTimersByTimeAsync(100)
  await second
  expect(store.getState().upload).toMatchObject({ phase: 'uploaded', file: { fileName: 'other.wav' } })
})

test('shows an error if the upload code cannot be loaded', async () => {
  const store = createUploadStore(() => Promise.reject(new TypeError('Failed to fetch')))
  await store.getState().choose(song())
  expect(store.getState().upload).toEqual({ phase: 'idle' })
  expect(shownToast()).toMatchObject({
    title: 'Upload failed',
    description: 'An error occurred during upload',
    variant: 'destructive',
  })
})
