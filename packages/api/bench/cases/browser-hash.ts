import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumPath } from '@priormark/core/testing/chromium'
import { chromium, type Page } from 'playwright-core'
import type { RealServer } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const assets = path.resolve(import.meta.dirname, '../../../site/dist/client/assets')

const megabyte = 1024 * 1024
const sizes = [
  { megabytes: 50, runs: 5 },
  { megabytes: 1024, runs: 1 },
]

/** The milliseconds to hash one file each way. */
interface Times {
  worker: number
  webCrypto: number
}

/**
 * The site's worker, which hashes a file in slices, compared with WebCrypto's digest, which needs the whole file in
 * memory. Both read the same file in the same browser, one after the other.
 */
export async function measureBrowserHash(server: RealServer): Promise<Section> {
  const title = 'Hashing in the browser (Chromium)'
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-hash-'))
  const browser = await chromium
    .launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] })
    .catch(() => null)
  if (browser === null)
    return { title, figures: [], skipped: ['Chromium is not installed (CHROMIUM=path names it)'] }
  const figures: Figure[] = []
  try {
    const page = await browser.newPage()
    await page.goto(server.url)
    for (const { megabytes, runs } of sizes) {
      const file = path.join(folder, `${megabytes}.bin`)
      writeFileSync(file, '')
      truncateSync(file, megabytes * megabyte)
      await choose(page, file)
      const times: Times[] = []
      // The first run includes compiling and reading the file from disk.
      for (let runIndex = 0; runIndex <= runs; runIndex += 1)
        times.push(await hashBothWays(page, workerPath()))
      figures.push(...figuresOf(megabytes, times.slice(1)))
      rmSync(file)
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { title, figures, skipped: [] }
}

function figuresOf(megabytes: number, times: Times[]): Figure[] {
  const worker = median(times.map((time) => time.worker))
  const webCrypto = median(times.map((time) => time.webCrypto))
  const speed = (ms: number) => megabytes / (ms / 1000)
  return [
    {
      what: `${megabytes} MB: the site's worker`,
      value: speed(worker),
      unit: 'MB/s',
      note: 'slices of 8 MB',
    },
    {
      what: `${megabytes} MB: WebCrypto`,
      value: speed(webCrypto),
      unit: 'MB/s',
      note: 'the whole file in memory',
    },
    { what: `${megabytes} MB: of WebCrypto's MB/s`, value: webCrypto / worker, unit: 'x' },
  ]
}

/** Returns the path of the build's hash worker. */
function workerPath(): string {
  const name = readdirSync(assets).find((file) => /^hash-worker-.*\.js$/.test(file))
  if (name === undefined) throw new Error('the build has no hash-worker')
  return `/assets/${name}`
}

/** Selects a file in an input of the bench, because the page's input would upload it. */
async function choose(page: Page, file: string): Promise<void> {
  await page.evaluate(() => {
    document.getElementById('bench-file')?.remove()
    const input = document.createElement('input')
    Object.assign(input, { id: 'bench-file', type: 'file' })
    document.body.append(input)
  })
  await page.setInputFiles('#bench-file', file)
}

/** @throws if the two results differ */
async function hashBothWays(page: Page, workerUrl: string): Promise<Times> {
  return page.evaluate(async (url) => {
    const input = document.querySelector<HTMLInputElement>('#bench-file')
    const file = input?.files?.[0]
    if (file === undefined) throw new Error('no file was chosen')

    const byWorker = () =>
      new Promise<string>((resolve, reject) => {
        const worker = new Worker(url, { type: 'module' })
        worker.addEventListener('error', () => reject(new Error('the worker did not start')))
        worker.addEventListener('message', ({ data }: MessageEvent<{ kind: string; sha256?: string }>) => {
          if (data.kind === 'progress') return
          worker.terminate()
          resolve(data.sha256 ?? '')
        })
        worker.postMessage(file)
      })
    const byWebCrypto = async () => {
      const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    }

    const startedAt = performance.now()
    const one = await byWorker()
    const between = performance.now()
    const other = await byWebCrypto()
    if (one !== other) throw new Error(`the worker found ${one}, WebCrypto ${other}`)
    return { worker: between - startedAt, webCrypto: performance.now() - between }
  }, workerUrl)
}
