import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { uploadEndpoints } from '@priormark/core/orders/uploads/endpoints'
import type { BenchPostgres } from '../bench-database.ts'
import { runToEnd } from '../child.ts'
import { sendRequests } from '../http-load.ts'
import { peakRssMb, rssMb } from '../process-meter.ts'
import { bearerOf, startRealServer } from '../real-server.ts'
import type { Section } from '../report.ts'

const uploadClient = path.resolve(import.meta.dirname, '../baselines/upload-client.ts')
const orders = 1_000
const reads = 30_000
const uploads = 20
/** The start is over after this time. */
const idleMs = 3_000

/** The memory of a new server: idle, then after many reads of the API and uploads. */
export async function measureMemory(postgres: BenchPostgres): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-memory-'))
  const file = path.join(folder, 'work.wav')
  writeFileSync(file, randomBytes(maxOrderFileBytes))
  const databaseUrl = await postgres.createDatabase(orders)
  const server = await startRealServer({ databaseUrl, isDefaultStart: true })
  try {
    await wait(idleMs)
    const idleMb = rssMb(server.pid)
    const url = `${server.url}${orderEndpoints.list.path}?tab=all&limit=20`
    await sendRequests({ name: 'orders', url, pid: server.pid, headers: await bearerOf(server) }, reads)
    await runToEnd(process.execPath, [
      uploadClient,
      server.url + uploadEndpoints.upload.path,
      file,
      String(uploads),
    ])
    const what = `after ${reads.toLocaleString('en')} API reads and ${uploads} uploads of 50 MB at once`
    const figures = [
      { what: 'idle', value: idleMb, unit: 'MB', goal: { atMost: 120 } },
      { what, value: rssMb(server.pid), unit: 'MB', goal: { atMost: 200 } },
      { what: 'peak', value: peakRssMb(server.pid), unit: 'MB' },
    ]
    return { title: 'Memory of the default start, with PostgreSQL', figures, skipped: [] }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
