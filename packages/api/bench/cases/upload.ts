import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { maxOrderFileBytes } from '@priormark/core/limits'
import { uploadEndpoints } from '@priormark/core/uploads/endpoints'
import { runToEnd, startChild } from '../child.ts'
import { startNginx, type Nginx } from '../baselines/nginx.ts'
import { cpuMs, cpuMsOfTree, peakRssMb, resetPeakRss } from '../process-meter.ts'
import type { RealServer } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const baselines = path.resolve(import.meta.dirname, '../baselines')
const megabytes = maxOrderFileBytes / 1024 / 1024

/** The cost of one way to receive a file. */
interface Cost {
  seconds: number
  cpuMs: number
}

interface UploadMethod {
  name: string
  take(atOnce: number): Promise<Cost>
}

/**
 * Uploads of the largest file, one and twenty concurrently, compared with only hashing, only parsing, and nginx with
 * both.
 */
export async function measureUploads(server: RealServer): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-file-'))
  const file = path.join(folder, 'work.wav')
  writeFileSync(file, randomBytes(maxOrderFileBytes))
  const busboy = await startChild(path.join(baselines, 'busboy-sink.ts'))
  const nginx = await startNginx()
  const figures: Figure[] = []
  try {
    const methods: UploadMethod[] = [
      {
        name: 'priormark',
        take: uploadToServer(server, file),
      },
      { name: 'bare busboy to /dev/null', take: uploadTo(busboy.url, file, () => cpuMs(busboy.pid)) },
      {
        name: 'sha256sum of the file',
        take: (atOnce) => Promise.resolve(hash(Array<string>(atOnce).fill(file))),
      },
      ...(nginx === null ? [] : [{ name: 'nginx, then sha256sum', take: uploadToNginx(nginx, file) }]),
    ]
    // Warms up: the first uploads include the JIT compilation.
    await compare(methods, 4, 2)
    for (const { atOnce, runs, goal } of [
      { atOnce: 1, runs: 7, goal: 1.3 },
      { atOnce: 20, runs: 3, goal: 1.45 },
    ]) {
      resetPeakRss(server.pid)
      const costs = await compare(methods, atOnce, runs)
      const total = megabytes * atOnce
      const [ours] = costs
      for (const [index, { seconds, cpuMs: cpu }] of costs.entries()) {
        figures.push({
          what: `${atOnce} at once: ${methods[index]?.name ?? ''}`,
          value: total / seconds,
          unit: 'MB/s',
          note: `${(cpu / total).toFixed(2)} ms CPU per MB`,
        })
      }
      const toNginx = costs[3]
      if (ours !== undefined && toNginx !== undefined) {
        figures.push({
          what: `${atOnce} at once: MB per CPU second, of nginx and sha256sum`,
          value: toNginx.cpuMs / ours.cpuMs,
          unit: 'x',
          goal: { atLeast: goal },
          note: `${(toNginx.seconds / ours.seconds).toFixed(2)} x of its MB/s`,
        })
      }
      figures.push({
        what: `${atOnce} at once: peak memory`,
        value: peakRssMb(server.pid),
        unit: 'MB',
        goal: { atMost: 200 },
      })
    }
  } finally {
    await busboy.stop()
    await nginx?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const skipped =
    nginx === null ? ['nginx and sha256sum: nginx is not installed (BENCH_NGINX=path names one)'] : []
  return { title: `Upload of a file of ${megabytes} MB`, figures, skipped }
}

async function compare(methods: UploadMethod[], atOnce: number, runs: number): Promise<Cost[]> {
  const costs = methods.map(() => new Array<Cost>())
  for (let runIndex = 0; runIndex < runs; runIndex += 1) {
    for (const [index, taker] of methods.entries()) costs[index]?.push(await taker.take(atOnce))
  }
  return costs.map((known) => ({
    seconds: median(known.map(({ seconds }) => seconds)),
    cpuMs: median(known.map((cost) => cost.cpuMs)),
  }))
}

function uploadTo(url: string, file: string, cpu: () => number): UploadMethod['take'] {
  return async (atOnce) => {
    const before = cpu()
    const client = path.join(baselines, 'upload-client.ts')
    const output = await runToEnd(process.execPath, [client, url, file, String(atOnce)])
    return { seconds: Number(output) / 1000, cpuMs: cpu() - before }
  }
}

/** Deletes the files afterwards, as for nginx: writing to memory that no deleted file has left costs the kernel up to four times as much. */
function uploadToServer({ url, pid, dataDir }: RealServer, file: string): UploadMethod['take'] {
  const receive = uploadTo(url + uploadEndpoints.upload.path, file, () => cpuMs(pid))
  return async (atOnce) => {
    const cost = await receive(atOnce)
    for (const stored of globSync(path.join(dataDir, 'files/??/*'))) rmSync(stored)
    return cost
  }
}

function uploadToNginx(nginx: Nginx, file: string): UploadMethod['take'] {
  const receive = uploadTo(nginx.url, file, () => cpuMsOfTree(nginx.pid))
  return async (atOnce) => {
    const received = await receive(atOnce)
    const bodies = readdirSync(nginx.bodies).map((name) => path.join(nginx.bodies, name))
    const hashed = hash(bodies)
    for (const body of bodies) rmSync(body)
    return { seconds: received.seconds + hashed.seconds, cpuMs: received.cpuMs + hashed.cpuMs }
  }
}

/** Runs sha256sum for all files concurrently; the shell measures the CPU time of its children. */
function hash(files: string[]): Cost {
  const script = `${files.map((file) => `sha256sum '${file}' >/dev/null &`).join('\n')}\nwait\ntimes`
  const startedAt = performance.now()
  const output = execFileSync('bash', ['-c', script], { encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1000
  const children = output.trim().split('\n').at(-1) ?? ''
  const spent = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => (Number(minutes) * 60 + Number(rest)) * 1000,
  )
  return { seconds, cpuMs: spent.reduce((sum, ms) => sum + ms, 0) }
}
