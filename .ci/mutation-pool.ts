import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolOptions, PoolWorker, WorkerRequest } from 'vitest/node'

type Listener = (...args: unknown[]) => void

/** Reused across runs, because a new thread would load all packages again for every mutant. */
let cached: Worker | undefined
/** Resolves once the thread has stopped. Vitest starts the next run without waiting for that. */
let free = Promise.resolve()

class ReusedThread implements PoolWorker {
  readonly name = mutationPool.name
  readonly #options: PoolOptions
  readonly #added: [event: string, listener: Listener][] = []
  #thread: Worker | undefined
  #hasStopped = false
  #release = () => {}

  constructor(options: PoolOptions) {
    this.#options = options
  }

  async start() {
    await free
    const { promise, resolve } = Promise.withResolvers<void>()
    free = promise
    this.#release = resolve
    cached ??= newThread(this.#options)
    this.#thread = cached
    this.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'type' in message)
        this.#hasStopped ||= message.type === 'stopped'
    })
  }

  async stop() {
    for (const [event, listener] of this.#added) this.#thread?.off(event, listener)
    // An interrupted run would continue in its thread.
    if (!this.#hasStopped) await this.#thread?.terminate()
    this.#release()
  }

  send(message: WorkerRequest) {
    this.#thread?.postMessage(message)
  }

  on(event: string, listener: Listener) {
    this.#added.push([event, listener])
    this.#thread?.on(event, listener)
  }

  off(event: string, listener: Listener) {
    this.#thread?.off(event, listener)
  }

  deserialize(data: unknown) {
    return data
  }
}

function newThread({ env, execArgv }: PoolOptions): Worker {
  const thread = new Worker(path.join(import.meta.dirname, 'mutation-worker.ts'), { env, execArgv })
  thread.once('exit', () => {
    if (cached === thread) cached = undefined
  })
  return thread
}

/** A Vitest pool that runs all test files in one thread until it is closed. */
export const mutationPool = {
  name: 'reused-thread',
  createPoolWorker: (options: PoolOptions): PoolWorker => new ReusedThread(options),
  close: async () => void (await cached?.terminate()),
}
