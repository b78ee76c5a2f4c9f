import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { listening, serverFlags } from '../child.ts'
import { cpuMs, rssMb } from '../process-meter.ts'
import { serverEnvironment } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const main = path.resolve(import.meta.dirname, '../../src/main.ts')
const runs = 5

/** CPU time from the start of the process to its first healthy response, on existing data. */
export async function measureStartUp(databaseUrl: string | null): Promise<Section> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'priormark-bench-start-'))
  const figures: Figure[] = []
  try {
    const kinds = [
      ...(databaseUrl === null ? [] : [{ name: 'PostgreSQL', databaseUrl, goal: { atMost: 0.8 } }]),
      { name: 'PGlite, warm data folder', databaseUrl: null },
    ]
    for (const { name, goal, ...kind } of kinds) {
      const environment = { ...process.env, ...serverEnvironment({ ...kind, dataDir }) }
      await start(environment)
      const starts = []
      for (let runIndex = 0; runIndex < runs; runIndex += 1) starts.push(await start(environment))
      figures.push({
        what: `to the first healthy response, ${name}`,
        value: median(starts.map(({ cpuSeconds }) => cpuSeconds)),
        unit: 's CPU',
        ...(goal === undefined ? {} : { goal }),
        note: `${median(starts.map(({ seconds }) => seconds)).toFixed(2)} s by the clock, ${Math.round(median(starts.map(({ rss }) => rss)))} MB`,
      })
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { title: 'Start', figures, skipped: databaseUrl === null ? ['PostgreSQL is not installed'] : [] }
}

async function start(env: Record<string, string | undefined>) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...serverFlags, main], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const server = await listening(child, 'main.ts')
  const reply = await fetch(`${server.url}/api/health`)
  if (!reply.ok) throw new Error(`not healthy: ${reply.status}`)
  const measured = {
    cpuSeconds: cpuMs(server.pid) / 1000,
    seconds: (performance.now() - startedAt) / 1000,
    rss: rssMb(server.pid),
  }
  await server.stop()
  return measured
}
