import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { uploadEndpoints } from '@priormark/core/orders/uploads/endpoints'
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

/** Takes a number of files concurrently, and returns the cost under the name of each way that was measured. */
type UploadMethod = (atOnce: number) => Promise<Record<string, Cost>>

const ourName = 'priormark'
const nginxNames = { sha256sum: 'nginx, then sha256sum', openssl: 'nginx, then openssl' }

/**
 * Uploads of the largest file, one and twenty concurrently, compared with only hashing, only parsing, and nginx with
 * a hash.
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
      uploadToServer(server, file),
      async (atOnce) => ({
        'bare busboy to /dev/null': await upload(busboy.url, file, atOnce, () => cpuMs(busboy.pid)),
      }),
      async (atOnce) => ({ 'sha256sum of the file': hash('sha256sum', Array<string>(atOnce).fill(file)) }),
      ...(nginx === null ? [] : [uploadToNginx(nginx, file)]),
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
      for (const [name, { seconds, cpuMs: cpu }] of costs) {
        figures.push({
          what: `${atOnce} at once: ${name}`,
          value: total / seconds,
          unit: 'MB/s',
          note: `${(cpu / total).toFixed(2)} ms CPU per MB`,
        })
      }
      const ours = costs.get(ourName)
      for (const { peer, name, ...rest } of [
        { peer: 'nginx and sha256sum', name: nginxNames.sha256sum, goal: { atLeast: goal } },
        { peer: 'nginx and openssl', name: nginxNames.openssl },
      ]) {
        const theirs = costs.get(name)
        if (ours === undefined || theirs === undefined) continue
        figures.push({
          what: `${atOnce} at once: MB per CPU second, of ${peer}`,
          value: theirs.cpuMs / ours.cpuMs,
          unit: 'x',
          note: `${(theirs.seconds / ours.seconds).toFixed(2)} x of its MB/s`,
          ...rest,
        })
      }
      figures.push({
        what: `${atOnce} at once: peak memory of the server, after all parts before`,
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
    nginx === null ? ['nginx, then a hash: nginx is not installed (BENCH_NGINX=path names one)'] : []
  return { title: `Upload of a file of ${megabytes} MB`, figures, skipped }
}

async function compare(methods: UploadMethod[], atOnce: number, runs: number): Promise<Map<string, Cost>> {
  const measured = new Map<string, Cost[]>()
  for (let runIndex = 0; runIndex < runs; runIndex += 1) {
    for (const take of methods) {
      for (const [name, cost] of Object.entries(await take(atOnce)))
        measured.set(name, [...(measured.get(name) ?? []), cost])
    }
  }
  return new Map(
    [...measured].map(([name, costs]) => [
      name,
      {
        seconds: median(costs.map(({ seconds }) => seconds)),
        cpuMs: median(costs.map((cost) => cost.cpuMs)),
      },
    ]),
  )
}

async function upload(url: string, file: string, atOnce: number, cpu: () => number): Promise<Cost> {
  const before = cpu()
  const client = path.join(baselines, 'upload-client.ts')
  const output = await runToEnd(process.execPath, [client, url, file, String(atOnce)])
  return { seconds: Number(output) / 1000, cpuMs: cpu() - before }
}

/** Deletes the files afterwards, as for nginx: writing to memory that no deleted file has left costs the kernel up to four times as much. */
function uploadToServer({ url, pid, dataDir }: RealServer, file: string): UploadMethod {
  return async (atOnce) => {
    const cost = await upload(url + uploadEndpoints.upload.path, file, atOnce, () => cpuMs(pid))
    for (const stored of globSync(path.join(dataDir, 'files/??/*'))) rmSync(stored)
    return { [ourName]: cost }
  }
}

/** Hashes what nginx received with one program, then with the other. */
function uploadToNginx(nginx: Nginx, file: string): UploadMethod {
  return async (atOnce) => {
    const received = await upload(nginx.url, file, atOnce, () => cpuMsOfTree(nginx.pid))
    const bodies = readdirSync(nginx.bodies).map((name) => path.join(nginx.bodies, name))
    const withHash = (command: string) => {
      const hashed = hash(command, bodies)
      return { seconds: received.seconds + hashed.seconds, cpuMs: received.cpuMs + hashed.cpuMs }
    }
    const costs = {
      [nginxNames.sha256sum]: withHash('sha256sum'),
      [nginxNames.openssl]: withHash('openssl dgst -sha256'),
    }
    for (const body of bodies) rmSync(body)
    return costs
  }
}

/** Runs a command for all files concurrently; the shell measures the CPU time of its children. */
function hash(command: string, files: string[]): Cost {
  const script = `${files.map((file) => `${command} '${file}' >/dev/null &`).join('\n')}\nwait\ntimes`
  const startedAt = performance.now()
  const output = execFileSync('bash', ['-c', script], { encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1000
  const children = output.trim().split('\n').at(-1) ?? ''
  const spent = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => (Number(minutes) * 60 + Number(rest)) * 1000,
  )
  return { seconds, cpuMs: spent.reduce((sum, ms) => sum + ms, 0) }
}
