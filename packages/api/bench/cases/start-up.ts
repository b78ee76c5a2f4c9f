import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { listening, serverFlags } from '../child.ts'
import { cpuMsOfTree } from '../process-meter.ts'
import { serverEnvironment } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const main = [process.execPath, ...serverFlags, 'packages/api/src/main.ts']
const runs = 5

/** The time from the start of the process to its first healthy response, on existing data. */
export async function measureStartUp(databaseUrl: string | null): Promise<Section> {
  const figures: Figure[] = []
  const kinds = [
    ...(databaseUrl === null
      ? []
      : [{ name: 'PostgreSQL', command: main, databaseUrl, change: {}, goal: { atMost: 0.9 } }]),
    {
      name: '`npm start`, everything embedded',
      command: ['npm', 'start'],
      databaseUrl: null,
      // Which the program then sets itself, as it does for everyone who runs this command.
      change: { MALLOC_ARENA_MAX: undefined },
      goal: { atMost: 2 },
    },
  ]
  for (const { name, command, goal, change, ...kind } of kinds) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'priormark-bench-start-'))
    const environment = { ...process.env, ...serverEnvironment({ ...kind, dataDir }), ...change }
    try {
      await start(command, environment)
      const starts = []
      for (let runIndex = 0; runIndex < runs; runIndex += 1) starts.push(await start(command, environment))
      figures.push({
        what: `second start to the first healthy response, ${name}`,
        value: median(starts.map(({ seconds }) => seconds)),
        unit: 's',
        goal,
        note: `${median(starts.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2)} s CPU`,
      })
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  return { title: 'Start', figures, skipped: databaseUrl === null ? ['PostgreSQL is not installed'] : [] }
}

/** Starts a server in its own group of processes, since npm has the server as its child, and stops all of them. */
async function start([program = '', ...args]: string[], env: Record<string, string | undefined>) {
  const startedAt = performance.now()
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env, detached: true })
  const server = await listening(child, args.join(' '))
  const reply = await fetch(`${server.url}/api/health`)
  if (!reply.ok) throw new Error(`not healthy: ${reply.status}`)
  const measured = {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: cpuMsOfTree(server.pid) / 1000,
  }
  process.kill(-server.pid, 'SIGTERM')
  while (isRunning(server.pid)) await wait(50)
  return measured
}

function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
