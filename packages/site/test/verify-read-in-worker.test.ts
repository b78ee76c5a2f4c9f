import { expect, test } from 'vitest'
import { readInWorker } from '../src/public/verify/read-in-worker.ts'
import { createVerification } from '../src/public/verify/verification.ts'

/** A worker that answers what it is sent with `respond`. */
class FakeWorker extends EventTarget {
  readonly #respond: (worker: FakeWorker) => void
  isTerminated = false

  constructor(respond: (worker: FakeWorker) => void) {
    super()
    this.#respond = respond
  }
  postMessage(): void {
    this.#respond(this)
  }
  terminate(): void {
    this.isTerminated = true
  }
  answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  /** As the page sees it, which uses no more of a worker than this. */
  asWorker(): Worker {
    return this as unknown as Worker
  }
}

const file = { name: 'evidence.zip', blob: new Blob(['a work']), sha256: '00'.repeat(32), isPacked: false }
const never = new AbortController().signal

test('a file is read in a worker, which then ends', async () => {
  const worker = new FakeWorker((own) => own.answer({ kind: 'read', parts: [] }))
  expect(await readInWorker(worker.asWorker(), file, never)).toEqual([])
  expect(worker.isTerminated).toBe(true)
})

test('a worker that takes too long ends when the file is removed', async () => {
  const worker = new FakeWorker(() => {})
  const removal = new AbortController()
  const reading = readInWorker(worker.asWorker(), file, removal.signal)
  removal.abort(new Error('removed'))
  await expect(reading).rejects.toThrow('removed')
  expect(worker.isTerminated).toBe(true)
})

test('a file that cannot be read fails as the reader says', async () => {
  const failed = { kind: 'failed', name: 'NotReadableError', message: 'gone' }
  const worker = new FakeWorker((own) => own.answer(failed))
  await expect(readInWorker(worker.asWorker(), file, never)).rejects.toMatchObject({
    name: 'NotReadableError',
    message: 'gone',
  })
})

test('a file is read in place when the browser does not start a worker', async () => {
  const worker = new FakeWorker((own) => own.dispatchEvent(new Event('error')))
  const { read } = await createVerification(() => worker.asWorker())
  expect(await read(file, never)).toMatchObject([{ name: 'evidence.zip', meaning: { kind: 'plain' } }])
})
