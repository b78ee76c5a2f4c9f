import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

/** A server in its own process. */
export interface Child {
  pid: number
  url: string
  /** Its standard output up to the line with its URL. */
  greeting: string
  stop(): Promise<void>
}

/** What `npm start` passes to Node, and the baselines do not have. */
export const serverFlags: readonly string[] = ['--max-semi-space-size=2']

/** Starts a Node program that prints `http://...:<port>` to standard output once it listens. */
export function startChild(
  script: string,
  args: string[] = [],
  env: Record<string, string | undefined> = {},
  flags: readonly string[] = [],
): Promise<Child> {
  const child = spawn(process.execPath, [...flags, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  return listening(child, path.basename(script))
}

/** Resolves once a started program prints its URL. */
export function listening(child: ChildProcess, name: string): Promise<Child> {
  return new Promise((resolve, reject) => {
    const exited = new Promise<void>((done) => child.once('exit', () => done()))
    let greeting = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} ended (${code}) before it listened`)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      greeting += text
      const port = /http:\/\/[\w.]+:(\d+)\s/.exec(greeting)?.[1]
      if (port === undefined || child.pid === undefined) return
      resolve({
        pid: child.pid,
        url: `http://127.0.0.1:${port}`,
        get greeting() {
          return greeting
        },
        async stop() {
          child.kill('SIGTERM')
          await exited
        },
      })
    })
  })
}

/** Runs a program and returns its standard output. @throws if it fails */
export function runToEnd(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`)),
    )
  })
}
