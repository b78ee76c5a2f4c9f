import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { programFlags } from './server-process.ts'

/** What a program printed until it ended. */
interface ProgramResult {
  code: number | null
  out: string
  err: string
}

/**
 * Runs a file of `api/src` to its end, with only these environment variables. @param imports modules that it loads before its
 * own
 */
export function runSource(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  imports: readonly string[] = [],
): Promise<ProgramResult> {
  const source = path.resolve(import.meta.dirname, '../src', file)
  const preloads = imports.flatMap((module) => ['--import', module])
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...programFlags, ...preloads, source, ...args], {
      // Without MALLOC_ARENA_MAX, main.ts starts twice.
      env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // Tests may be stopped at any time; no program outlives them.
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.once('close', (code) => {
      process.off('exit', kill)
      resolve({ code, out, err })
    })
  })
}
