import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createApi } from '@priormark/core/api'
import { createClient } from '@priormark/core/platform/http/client'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { transferFile } from '../../../admin-desktop/src/main/platform/downloads/transfer.ts'
import { bearerOf, type RealServer } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const megabytes = maxOrderFileBytes / 1024 / 1024
const runs = 7

/** The cost of one way to fetch a file. */
interface Cost {
  seconds: number
  cpuMs: number
}

/**
 * Downloads the largest file of an order as the desktop app does, compared with curl, which neither hashes nor syncs
 * it.
 */
export async function measureDesktopDownload(server: RealServer): Promise<Section> {
  const title = `Desktop: download of ${megabytes} MB (Node's fetch; Electron has Chromium's)`
  if (!existsSync('/usr/bin/curl')) return { title, figures: [], skipped: ['curl is not installed'] }
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-download-'))
  try {
    const work = randomBytes(maxOrderFileBytes)
    const expectedSha256 = createHash('sha256').update(work).digest('hex')
    const url = `${server.url}/api/admin/orders/${await placeOrder(server, work)}/file`
    const headers = await bearerOf(server)
    const target = path.join(folder, 'work.wav')
    const curl = `curl -sSf -H 'authorization: ${headers.authorization}' -o '${target}' '${url}'`
    const ways = [
      {
        name: 'the console: fetched, hashed, synced',
        fetchFile: () => fetchAsConsole(url, { headers, filePath: target, expectedSha256 }),
      },
      { name: 'curl', fetchFile: async () => inShell(curl) },
      {
        name: 'curl, sha256sum, sync',
        fetchFile: async () => inShell(`${curl} && sha256sum '${target}' >/dev/null && sync '${target}'`),
      },
    ]
    const costs = ways.map(() => new Array<Cost>())
    // The first run includes compiling and reading the file from the server's disk.
    for (let runIndex = 0; runIndex <= runs; runIndex += 1) {
      for (const [index, { fetchFile }] of ways.entries()) {
        const cost = await fetchFile()
        if (runIndex > 0) costs[index]?.push(cost)
        rmSync(target)
      }
    }
    const [ours, plain, same] = costs.map((kindCosts) => ({
      seconds: median(kindCosts.map(({ seconds }) => seconds)),
      cpuMs: median(kindCosts.map((cost) => cost.cpuMs)),
    }))
    const figures: Figure[] = ways.map(({ name }, index) => {
      const cost = [ours, plain, same][index] ?? { seconds: Number.NaN, cpuMs: Number.NaN }
      return {
        what: name,
        value: megabytes / cost.seconds,
        unit: 'MB/s',
        note: `${(cost.cpuMs / megabytes).toFixed(2)} ms CPU per MB`,
      }
    })
    if (ours !== undefined && plain !== undefined && same !== undefined) {
      figures.push(
        { what: "of curl's MB/s", value: plain.seconds / ours.seconds, unit: 'x' },
        { what: 'of the MB/s of curl, sha256sum and sync', value: same.seconds / ours.seconds, unit: 'x' },
      )
    }
    return { title, figures, skipped: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fetchAsConsole(
  url: string,
  input: { headers: Record<string, string>; filePath: string; expectedSha256: string },
): Promise<Cost> {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await transferFile({
    ...input,
    url,
    fetch,
    etag: null,
    signal: new AbortController().signal,
    onResponse: () => {},
    onProgress: () => {},
  })
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before)
  return { seconds, cpuMs: (user + system) / 1000 }
}

/** Runs a shell command line; the shell measures the CPU time of its children. */
function inShell(line: string): Cost {
  const startedAt = performance.now()
  const output = execFileSync('bash', ['-c', `${line}\ntimes`], { encoding: 'utf8' })
  const seconds = (performance.now() - startedAt) / 1000
  const children = output.trim().split('\n').at(-1) ?? ''
  const spent = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => (Number(minutes) * 60 + Number(rest)) * 1000,
  )
  return { seconds, cpuMs: spent.reduce((sum, ms) => sum + ms, 0) }
}

/** Places an order with a file. @returns the order's id */
async function placeOrder(server: RealServer, work: Uint8Array<ArrayBuffer>): Promise<string> {
  let cookies = ''
  const client = createClient({
    baseUrl: server.url,
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, headers: { ...init.headers, cookie: cookies } })
      const given = response.headers.getSetCookie()
      if (given.length > 0) cookies = given.map((cookie) => cookie.split(';', 1)[0]).join('; ')
      return response
    },
  })
  const { uploads, orders } = createApi(client)
  const form = new FormData()
  form.append('file', new File([work], 'work.wav'))
  const { uploadId } = await uploads.upload({ form })
  const { orderId } = await orders.create({
    body: {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.org',
      projectName: 'The bench',
      projectDescription: 'A file of the maximum size',
      terms: true,
      uploadId,
    },
  })
  return orderId
}
