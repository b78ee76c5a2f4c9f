import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

/** The server as a process of its own, as `npm start` and production run it. */
export interface ServerProcess {
  url: string
  /** What it has written so far, both streams. */
  output(): string
  /** Ends it at once, between any two lines. */
  kill(): Promise<void>
  /** Asks it to stop, and answers its exit code. */
  stop(): Promise<number | null>
  /** Resolves once it has ended by itself. */
  ended(): Promise<void>
}

export interface ServerProcessOptions {
  /** The address of a module that the process loads before its own. */
  preload?: string
  /** A file of `api/src`, with its arguments. */
  program?: readonly [file: string, ...args: string[]]
}

const sources = path.resolve(import.meta.dirname, '../src')

/** Starts the server and waits until it is healthy. @throws with its output where it ends before */
export async function startServerProcess(
  env: Record<string, string>,
  { preload, program: [file, ...args] = ['main.ts'] }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const imports = preload === undefined ? [] : ['--import', preload]
  const child = spawn(process.execPath, [...imports, path.join(sources, file), ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', PAYMENTS: 'embedded', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Tests may be stopped at any time; no server outlives them.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  // Its last words may come after its exit: `close` is after both.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  void exited.then(() => process.off('exit', kill))
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = /Site\s+(http:\/\/\S+)/.exec(output)?.[1]
        if (found !== undefined) resolve(found.replace('localhost', '127.0.0.1'))
      })
    }
    void exited.then((code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  const health = await fetch(`${url}/api/health`)
  if (health.status !== 200) throw new Error(`the server is not healthy: ${health.status}`)
  return {
    url,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async ended() {
      await exited
    },
  }
}
