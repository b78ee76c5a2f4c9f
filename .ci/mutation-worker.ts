import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

/**
 * The thread that runs the tests of all mutants. Unlike Vitest's own, it can be started again after it was stopped, and keeps its modules:
 * a mutant that is reached in tests only is switched on while they run. The modules are loaded again only for a mutant that is
 * reached while they load, and after it.
 */

if (parentPort === null) throw new Error('Runs as a worker thread only')
const port = parentPort
type Listener = (message: unknown) => void

/** The first listener is that of the worker itself; those after it belong to one start, and end with its stop. */
const listeners: Listener[] = []
port.on('message', (message: unknown) => {
  for (const listener of listeners.slice()) listener(message)
})

/** The variable in which Stryker's Vitest runner and the mutated sources meet. */
const strykerVariable = '__stryker__'
let hasFreshModules = false

init({
  post: (message) => port.postMessage(message),
  on: (listener: Listener) => void listeners.push(listener),
  off: (listener: Listener) => void listeners.splice(listeners.indexOf(listener), 1),
  teardown: () => void listeners.splice(1),
  setup: setupEnvironment,
  runTests: (state, traces) => {
    const told: Record<string, unknown> = { ...state.providedContext }
    const isReached = told['mode'] === 'mutant' && told['mutantActivation'] === 'runtime'
    state.config.isolate = !(isReached && hasFreshModules)
    hasFreshModules = isReached
    // What is left of the run before: its mutant would be on while the test file loads.
    if (state.config.isolate) Reflect.deleteProperty(globalThis, strykerVariable)
    else Object.assign(Reflect.get(globalThis, strykerVariable), { activeMutant: undefined })
    return runBaseTests('run', state, traces)
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
})
