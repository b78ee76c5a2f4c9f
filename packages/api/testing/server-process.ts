import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

/** The server in its own process, as started by `npm start` and in production. */
export interface ServerProcess {
  url: string
  pid: number
  /** Everything written so far to both streams. */
  output(): string
  /** Ends it at once, at any point of its execution. */
  kill(): Promise<void>
  /** Asks it to stop, and returns its exit code. */
  stop(): Promise<number | null>
  /** Resolves to its exit code once it has exited. */
  ended(): Promise<number | null>
}

export interface ServerProcessOptions {
  /** The URL of a module that the process loads before its own. */
  preload?: string
  /**
   * Its time limits: by default 'long', which no busy machine reaches; 'long-statements', with which only a request that gets no
   * connection to the database gives up; or the product's.
   */
  limits?: 'long' | 'long-statements' | 'product'
  /** A file of `api/src`, with its arguments. */
  program?: readonly [file: string, ...args: string[]]
}

const sources = path.resolve(import.meta.dirname, '../src')
/** The modules that set time limits, by their kind. */
export const limitsModules = {
  long: [new URL('processes/set-long-limits.ts', import.meta.url).href],
  'long-statements': [new URL('processes/set-long-statements.ts', import.meta.url).href],
  product: [],
}

/**
 * PGlite's WebAssembly, which a short-lived process would compile twice: optimizing it takes a second and a half of processor
 * time.
 */
export const programFlags = ['--liftoff-only']

/** The variables of a server, which a test changes or adds to. */
export const serverEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  PORT: '0',
  PAYMENTS: 'embedded',
  LOG_LEVEL: 'warn',
  // From 7:00 to 13:00 UTC, it would be one more email than a test expects.
  SUMMARY_EMAIL: 'off',
  // As deploy/ sets them. Without them, each start loads the compiler of TypeScript, and starts twice.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  MALLOC_ARENA_MAX: '1',
}

/** For as long a health check may fail: on a busy machine the database may need longer than one check waits. */
const unhealthyMs = 120_000

/** Starts the server and waits until it is healthy. @throws with its output if it exits first or stays unhealthy */
export async function startServerProcess(
  env: Record<string, string>,
  { preload, limits = 'long', program: [file, ...args] = ['main.ts'] }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const preloads = [...(preload === undefined ? [] : [preload]), ...limitsModules[limits]]
  const imports = preloads.flatMap((module) => ['--import', module])
  const child = spawn(process.execPath, [...programFlags, ...imports, path.join(sources, file), ...args], {
    env: { ...serverEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Tests may be stopped at any time; no server outlives them.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  // Output may arrive after the exit; `close` comes after both.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  void exited.then(() => process.off('exit', kill))
  const endsFirst = exited.then((code) => {
    throw new Error(`the server ended with ${code}:\n${output}`)
  })
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const url = /Site\s+(http:\/\/\S+)/.exec(output)?.[1]
        if (url !== undefined) resolve(url.replace('localhost', '127.0.0.1'))
      })
    }
  })
  const url = await Promise.race([address, endsFirst])
  const giveUp = AbortSignal.timeout(unhealthyMs)
  const askHealth = () =>
    fetch(`${url}/api/health`, { signal: giveUp }).then(
      ({ status }) => status,
      () => null,
    )
  let status = await askHealth()
  while (status !== 200) {
    if (giveUp.aborted) {
      kill()
      throw new Error(`the server stays unhealthy (${status ?? 'no response'}):\n${output}`)
    }
    await Promise.race([delay(50), endsFirst])
    status = await askHealth()
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    ended: () => exited,
  }
}
