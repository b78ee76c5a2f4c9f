import { expect, test } from 'vitest'
import { readInWorker } from '../../../src/public/proofs/verify/verification.ts'
import { createVerification } from '../../../src/public/proofs/verify/verification.ts'

/** A worker that calls `respond` for each message. */
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
  reply(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  /** The code under test uses only these methods of a worker. */
  asWorker(): Worker {
    return this as unknown as Worker
  }
}

const file = { name: 'evidence.zip', blob: new Blob(['a work']), sha256: '00'.repeat(32), path: null }
const never = new AbortController().signal

test('reads a file in a worker and terminates it', async () => {
  const worker = new FakeWorker((own) => own.reply({ kind: 'read', parts: [] }))
  expect(await readInWorker(worker.asWorker(), file, never)).toEqual([])
  expect(worker.isTerminated).toBe(true)
})

test('terminates the worker when the file is removed', async () => {
  const worker = new FakeWorker(() => {})
  const removal = new AbortController()
  const reading = readInWorker(worker.asWorker(), file, removal.signal)
  removal.abort(new Error('removed'))
  await expect(reading).rejects.toThrow('removed')
  expect(worker.isTerminated).toBe(true)
})

test('rejects with the worker’s error', async () => {
  const failed = { kind: 'failed', name: 'NotReadableError', message: 'gone' }
  const worker = new FakeWorker((own) => own.reply(failed))
  await expect(readInWorker(worker.asWorker(), file, never)).rejects.toMatchObject({
    name: 'NotReadableError',
    message: 'gone',
  })
})

test('reads the file on the main thread if the worker does not start', async () => {
  const worker = new FakeWorker((own) => own.dispatchEvent(new Event('error')))
  const { read } = await createVerification(() => worker.asWorker())
  expect(await read(file, never)).toMatchObject([{ name: 'evidence.zip', role: { kind: 'plain' } }])
})
