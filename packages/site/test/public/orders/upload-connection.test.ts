import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useToastStore } from '../../../src/ui/toast-store.ts'
import { setUp, shownToast, song, uploaded } from './upload-fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useToastStore.setState({ current: null })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a lost connection', () => {
  const view = (store: ReturnType<typeof setUp>['store']) => {
    const { upload } = store.getState()
    return upload.phase === 'uploading' ? upload : null
  }

  test('shows where the upload stopped, and continues from what the server has', async () => {
    const { store, sends } = setUp()
    const choosing = store.getState().choose(song())
    await vi.advanceTimersByTimeAsync(0)
    sends[0]?.options.onSent(500)
    sends[0]?.response.reject(new NetworkError(null))
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
    sends[1]?.response.resolve(uploaded)
    await vi.advanceTimersByTimeAsync(100)
    await choosing
    expect(store.getState().upload.phase).toBe('uploaded')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is retried for as long as the visitor waits, and immediately on request', async () => {
    const { store, sends } = setUp()
    const choosing = store.getState().choose(song())
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await vi.advanceTimersByTimeAsync(15_000)
      expect(sends).toHaveLength(attempt + 1)
      sends[attempt]?.response.reject(new NetworkError(null))
    }
    await vi.advanceTimersByTimeAsync(100)
    store.getState().resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(sends).toHaveLength(31)
    store.getState().remove()
    await choosing
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends the upload if the file was moved meanwhile', async () => {
    const { store, sends, phase } = setUp()
    const file = song()
    file.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    const choosing = store.getState().choose(file)
    await vi.advanceTimersByTimeAsync(0)
    sends[0]?.response.reject(new NetworkError(null))
    await choosing
    expect(phase()).toBe('idle')
    expect(shownToast()).toMatchObject({ title: 'Upload failed' })
  })
})

test('takes a server that waited in vain for the rest of the file for a lost connection', async () => {
  const { store, sends } = setUp()
  const choosing = store.getState().choose(song())
  await vi.advanceTimersByTimeAsync(0)
  sends[0]?.response.reject(new ApiError(408, ''))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sends).toHaveLength(2)
  store.getState().remove()
  await choosing
})

describe('refusals right after a lost connection', () => {
  async function loseConnection() {
    const all = setUp()
    const choosing = all.store.getState().choose(song())
    await vi.advanceTimersByTimeAsync(0)
    all.sends[0]?.response.reject(new NetworkError(null))
    await vi.advanceTimersByTimeAsync(1_000)
    return { ...all, choosing }
  }
  const refuse = (send: ReturnType<typeof setUp>['sends'][number] | undefined) =>
    send?.response.reject(new ApiError(503, '{"error":"Many files are being uploaded"}'))

  test('belong to it, since the server has not noticed it yet, but not for ever', async () => {
    const { store, sends, phase, choosing } = await loseConnection()
    for (let refusal = 1; refusal <= 7; refusal += 1) {
      expect(sends).toHaveLength(refusal + 1)
      expect(store.getState().upload).toMatchObject({ status: 'waiting' })
      refuse(sends[refusal])
      await vi.advanceTimersByTimeAsync(15_000)
    }
    await choosing
    expect(phase()).toBe('idle')
    expect(shownToast()).toMatchObject({ description: 'Many files are being uploaded' })
  })

  test('end the upload once a part was stored', async () => {
    const { sends, phase, choosing } = await loseConnection()
    sends[1]?.options.onStored()
    refuse(sends[1])
    await choosing
    expect(phase()).toBe('idle')
    expect(sends).toHaveLength(2)
  })
})

describe('a connection that is lost without an error', () => {
  async function start(probe: () => Promise<boolean>) {
    const all = setUp(undefined, probe)
    const choosing = all.store.getState().choose(song())
    await vi.advanceTimersByTimeAsync(0)
    all.sends[0]?.options.onSent(500)
    return { ...all, choosing }
  }
  const lost = {
    status: 'waiting',
    text: 'Connection lost at 500 of 1000 bytes. The upload continues automatically.',
  }

  test('shows within ten seconds, and continues when the server responds again', async () => {
    let isReached = false
    const slowProbe = () =>
      new Promise<boolean>((resolve) => void setTimeout(() => resolve(isReached), isReached ? 10 : 5_000))
    const { store, sends, choosing } = await start(slowProbe)
    await vi.advanceTimersByTimeAsync(9_900)
    expect(store.getState().upload).toMatchObject(lost)
    expect(sends).toHaveLength(1)
    isReached = true
    await vi.advanceTimersByTimeAsync(5_500)
    expect(sends).toHaveLength(2)
    expect(sends[0]?.options.signal.aborted).toBe(true)
    sends[1]?.options.onSent(600)
    await vi.advanceTimersByTimeAsync(100)
    expect(store.getState().upload).toMatchObject({ status: 'sending' })
    store.getState().remove()
    await choosing
  })

  test('is tried again on request', async () => {
    const { store, sends, choosing } = await start(async () => false)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.getState().upload).toMatchObject(lost)
    store.getState().resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(sends).toHaveLength(2)
    store.getState().remove()
    await choosing
  })

  test('is not assumed while the server responds, and only takes its time', async () => {
    const { store, sends, choosing } = await start(async () => true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.getState().upload).toMatchObject({ status: 'sending' })
    expect(sends).toHaveLength(1)
    store.getState().remove()
    await choosing
  })

  test('leaves a paused upload paused', async () => {
    const responses: ((isReached: boolean) => void)[] = []
    const { store, sends, choosing } = await start(
      () => new Promise<boolean>((resolve) => void responses.push(resolve)),
    )
    await vi.advanceTimersByTimeAsync(4_100)
    responses[0]?.(false)
    await vi.advanceTimersByTimeAsync(200)
    store.getState().pause()
    responses[1]?.(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.getState().upload).toMatchObject({ status: 'paused' })
    expect(sends).toHaveLength(1)
    store.getState().remove()
    await choosing
  })
})
