import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

/**
 * The thread that runs the tests of every mutant. Unlike Vitest's own, it can be started again after it was stopped, so that
 * Node's modules and the packages stay loaded; the project's own modules are loaded again for each test file.
 */

if (parentPort === null) throw new Error('runs as a worker thread only')
const port = parentPort
type Listener = (message: unknown) => void

/** The first listener is that of the worker itself; those after it belong to one start, and end with its stop. */
const listeners: Listener[] = []
port.on('message', (message: unknown) => {
  for (const listener of listeners.slice()) listener(message)
})

init({
  post: (message) => port.postMessage(message),
  on: (listener: Listener) => void listeners.push(listener),
  off: (listener: Listener) => void listeners.splice(listeners.indexOf(listener), 1),
  teardown: () => void listeners.splice(1),
  setup: setupEnvironment,
  runTests: (state, traces) => {
    // Stryker's coverage of one file must not hold that of the files before it.
    Reflect.deleteProperty(globalThis, '__stryker__')
    return runBaseTests('run', state, traces)
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
})
