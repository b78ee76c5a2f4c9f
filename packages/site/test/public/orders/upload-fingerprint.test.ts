import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToastStore } from '../../../src/ui/toast-store.ts'
import { setUp, shownToast, song, uploaded, type FingerprintFile } from './upload-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useToastStore.setState({ current: null })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns a hash function that finishes when the test resolves `answer`. */
function slowHash() {
  const options: Parameters<FingerprintFile>[1][] = []
  const answer = Promise.withResolvers<string | null>()
  const hash: FingerprintFile = (_file, given) => {
    options.push(given)
    return answer.promise
  }
  return { hash, answer, onProgress: (share: number) => options[0]?.onProgress?.(share), options }
}

test('computes the fingerprint first, shows it during the upload and sends it', async () => {
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
  sends[0]?.response.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
})

test('starts the progress after the fingerprint is computed', async () => {
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
  sends[0]?.response.resolve(uploaded)
  await choosing
})

test('sends the file without a fingerprint if the browser cannot hash', async () => {
  const { store, sends } = setUp(async () => null)
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState().upload).toMatchObject({ fingerprint: { kind: 'unknown' } })
  expect(sends[0]?.sha256).toBeNull()
  sends[0]?.response.resolve(uploaded)
  await vi.advanceTimersByTimeAsync(100)
  await choosing
  expect(store.getState().upload).toMatchObject({ phase: 'uploaded' })
})

test('cancels the hashing of a removed file and does not send it', async () => {
  const { hash, answer, onProgress, options } = slowHash()
  const { store, sends, phase } = setUp(hash)
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  store.getState().remove()
  expect(options[0]?.signal?.aborted).toBe(true)
  onProgress(0.5)
  answer.resolve(null)
  await choosing
  expect(phase()).toBe('idle')
  expect(sends).toHaveLength(0)
  expect(shownToast()).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})
