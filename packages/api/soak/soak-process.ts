import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

const mainFile = path.resolve(import.meta.dirname, '../src/main.ts')

/** A server process that can be killed and restarted at the same address. */
export class SoakProcess {
  readonly url: string
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null

  constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`
    this.#env = { ...env, PORT: String(port) }
  }

  /** Starts it and waits until it is healthy, for at most a minute. */
  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [mainFile], {
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'fatal', ...this.#env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    for (let tries = 0; tries < 300; tries += 1) {
      const response = await fetch(`${this.url}/api/health`).catch(() => null)
      if (response?.ok === true) return
      await wait(200)
    }
    throw new Error(`the server at ${this.url} did not start`)
  }

  /** Ends it at any point of its execution. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exited
  }

  /** Returns its memory in MB; 0 if it is not running, or unknown. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.#child?.pid ?? 0}/status`, 'utf8').catch(() => '')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  }
}
