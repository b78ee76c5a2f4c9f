import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

/**
 * The thread that runs the tests of all mutants. Unlike Vitest's worker, it can be started again after a stop, and
 * keeps its modules loaded: a mutant that only tests reach is activated while they run. Modules are reloaded only for a
 * mutant that is reached while they load, and once after it.
 */

if (parentPort === null) throw new Error('Runs as a worker thread only')
const port = parentPort
type Listener = (message: unknown) => void

/** The first listener belongs to the worker itself. The others belong to one start and are removed when it stops. */
const listeners: Listener[] = []
port.on('message', (message: unknown) => {
  for (const listener of listeners.slice()) listener(message)
})

/** The global variable that Stryker's Vitest runner shares with the mutated sources. */
const strykerVariable = '__stryker__'
let hasFreshModules = false

init({
  post: (message) => port.postMessage(message),
  on: (listener: Listener) => void listeners.push(listener),
  off: (listener: Listener) => void listeners.splice(listeners.indexOf(listener), 1),
  teardown: () => void listeners.splice(1),
  setup: setupEnvironment,
  runTests: (state, traces) => {
    const context: Record<string, unknown> = { ...state.providedContext }
    const isReached = context['mode'] === 'mutant' && context['mutantActivation'] === 'runtime'
    state.config.isolate = !(isReached && hasFreshModules)
    hasFreshModules = isReached
    // Left from the previous run: its mutant would be active while the test file loads.
    if (state.config.isolate) Reflect.deleteProperty(globalThis, strykerVariable)
    else Object.assign(Reflect.get(globalThis, strykerVariable), { activeMutant: undefined })
    return runBaseTests('run', state, traces)
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
})
