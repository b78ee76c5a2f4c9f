import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** A program run as part of a test run. */
export interface Step {
  name: string
  /** Runs in the project's root. Programs in `node_modules/.bin` take precedence over the PATH. */
  command: string[]
  env?: Record<string, string>
  /** Names of steps that must pass first. */
  needs?: string[]
  /** How many cores it uses; steps run in parallel while the sum fits the machine. */
  cores: number
  /** Whether it gets TEST_DATABASE_URL, a PostgreSQL server on which it may create databases. */
  usesPostgres?: boolean
  /** Whether its runner writes a report (step-report.ts). A step without one counts as a single test. */
  hasReport?: boolean
}

export interface StepResult {
  /** The exit code, or null if a step it needs did not pass. */
  code: number | null
  durationMs: number
  output: string
}

/** Runs a step. Resolves with its exit code and its whole output. */
type RunStep = (step: Step) => Promise<{ code: number; output: string }>

/**
 * Runs each step as soon as the steps it needs have passed and enough cores are free, in the given order if several
 * could start. A step that needs more cores than there are runs without others. Steps that need a failed step are
 * skipped.
 */
export async function runSteps(
  steps: readonly Step[],
  { cores, run, onEnd }: { cores: number; run: RunStep; onEnd: (step: Step, result: StepResult) => void },
): Promise<void> {
  const waiting = [...steps]
  const running = new Map<Step, Promise<void>>()
  const passed = new Map<string, boolean>()
  const names = new Set(steps.map(({ name }) => name))
  const isReady = ({ needs = [] }: Step) => needs.every((name) => !names.has(name) || passed.get(name))
  const isLost = ({ needs = [] }: Step) => needs.some((name) => passed.get(name) === false)
  const fits = (step: Step) => {
    const used = [...running.keys()].reduce((sum, other) => sum + other.cores, 0)
    return used === 0 || used + step.cores <= cores
  }

  const start = async (step: Step) => {
    const startedAt = performance.now()
    const { code, output } = await run(step)
    passed.set(step.name, code === 0)
    onEnd(step, { code, output, durationMs: performance.now() - startedAt })
    running.delete(step)
  }

  for (;;) {
    for (const step of waiting.filter(isLost)) {
      waiting.splice(waiting.indexOf(step), 1)
      passed.set(step.name, false)
      onEnd(step, { code: null, output: '', durationMs: 0 })
    }
    const next = waiting.find((step) => isReady(step) && fits(step))
    if (next !== undefined) {
      waiting.splice(waiting.indexOf(next), 1)
      running.set(next, start(next))
    } else if (running.size > 0) {
      await Promise.race(running.values())
    } else if (!waiting.some(isLost)) {
      break
    }
  }
  if (waiting.length > 0)
    throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join()}`)
}

/** Starts a step's program. @param stream prints the output immediately, instead of collecting it */
export function runProgram(step: Step, stream: boolean): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = step.command
  const local = path.join('node_modules', '.bin', program)
  return new Promise((resolve) => {
    const child = spawn(existsSync(local) ? local : program, args, {
      stdio: ['ignore', stream ? 'inherit' : 'pipe', stream ? 'inherit' : 'pipe'],
      env: { ...process.env, ...step.env },
    })
    const chunks: string[] = []
    for (const output of [child.stdout, child.stderr]) {
      output?.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
    }
    child.once('error', (error) => resolve({ code: 1, output: `${chunks.join('')}${error.message}\n` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: chunks.join('') }))
  })
}
