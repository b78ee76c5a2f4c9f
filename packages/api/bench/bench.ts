import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { buildSite } from '../src/pages/build-site.ts'
import { startBenchPostgres, type BenchPostgres } from './bench-database.ts'
import { startBlogServer } from './blog-server.ts'
import { measureAnchoring } from './cases/anchoring.ts'
import { measureApiReads } from './cases/api-read.ts'
import { measureBlogPages } from './cases/blog-pages.ts'
import { measureBlogSearch } from './cases/blog-search.ts'
import { measureBlogWeight } from './cases/blog-weight.ts'
import { measureBrowserHash } from './cases/browser-hash.ts'
import { measureCachedPage } from './cases/cached-page.ts'
import { measureCertificates } from './cases/certificate.ts'
import { measureDesktop } from './cases/desktop.ts'
import { measureFirstLoads } from './cases/first-load.ts'
import { measureFrontEnd } from './cases/front-end.ts'
import { measureMails } from './cases/mails.ts'
import { measureMemory } from './cases/memory.ts'
import { measureOrderSearch } from './cases/order-search.ts'
import { measureProofs } from './cases/proofs.ts'
import { measureScale } from './cases/scale.ts'
import { measureStartUp } from './cases/start-up.ts'
import { measureUncachedPages } from './cases/uncached-page.ts'
import { measureUploads } from './cases/upload.ts'
import { curveSvg } from './curve.ts'
import { busyText, freeCpuShare } from './free-cpu.ts'
import { startRealServer, type RealServer } from './real-server.ts'
import { writePerformanceDoc } from './performance-doc.ts'
import { sectionText, summaryOf, writeResults, type Section } from './report.ts'

/**
 * `npm run bench`: measures the performance-critical parts against the simplest programs that do the same, in one run, and
 * prints a summary, then every figure. `npm run bench -- page upload` measures only these parts.
 *
 * - `--plans` also prints the query plans of searches that miss their goals.
 * - `--scale` measures only how costs grow, and draws the curves in docs (4 minutes), but not with `--anyway`.
 * - `--write` writes the figures of a full run to docs/performance.md.
 * - `--anyway` measures even if other programs use the processor.
 */

const flags = process.argv.slice(2)
const only = flags.filter((flag) => !flag.startsWith('--'))
const withPlans = flags.includes('--plans')
const parts =
  'weight front draw page api memory upload hash search start desktop proof anchor mail blog'.split(' ')
const wanted = (part: string) => only.length === 0 || only.includes(part)
const sections: Section[] = []
const orders = 100_000
const docs = path.resolve(import.meta.dirname, '../../../docs')

/**
 * Measures a part, and saves all results so far, in case the bench is stopped. A part that fails is reported, and the others
 * are still measured.
 */
async function part(name: string, measure: () => Promise<Section>): Promise<void> {
  if (!wanted(name)) return
  const startedAt = performance.now()
  try {
    const section = await measure()
    console.error(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${section.title}`)
    sections.push(section)
    writeResults(sections)
  } catch (error) {
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  }
}

const unknown = only.filter((part) => !parts.includes(part))
if (unknown.length > 0) throw new Error(`No part is named ${unknown.join(', ')}: ${parts.join(', ')}`)
if (flags.includes('--write') && (only.length > 0 || flags.includes('--anyway') || flags.includes('--scale')))
  throw new Error('--write is for a full run on a quiet machine')
if (process.platform !== 'linux')
  throw new Error('The bench reads CPU times from /proc, so it runs only on Linux')
const busy = busyText(await freeCpuShare())
if (busy !== null) {
  console.error(busy)
  if (!flags.includes('--anyway')) process.exit(1)
}
buildSite()
const postgres = await startBenchPostgres()
try {
  if (postgres === null)
    console.error('PostgreSQL is not installed: the server runs on PGlite, its parts are skipped')
  if (flags.includes('--scale')) await drawScale(postgres)
  else await measureAll(postgres)
} finally {
  await postgres?.stop()
}
const busyNow = busyText(await freeCpuShare())
const minutes = (performance.now() / 60_000).toFixed(1)
console.log(`${minutes} minutes${busyNow === null ? '' : `. At the end: ${busyNow}`}`)
console.log(summaryOf(sections))
for (const section of sections) console.log(sectionText(section))
if (flags.includes('--write')) {
  if (process.exitCode === 1 || postgres === null || busyNow !== null)
    throw new Error('Not written to docs/performance.md: parts are missing, or the machine became busy')
  writePerformanceDoc(sections)
}

async function drawScale(postgres: BenchPostgres | null): Promise<void> {
  if (postgres === null) throw new Error('The curves need PostgreSQL')
  const { section, curves } = await measureScale(postgres)
  sections.push(section)
  if (flags.includes('--anyway')) return
  for (const curve of curves) writeFileSync(path.join(docs, `${curve.file}.svg`), curveSvg(curve))
}

async function measureAll(postgres: BenchPostgres | null): Promise<void> {
  const databaseUrl = (await postgres?.createDatabase(orders)) ?? null
  const server = await startRealServer({ databaseUrl })
  try {
    await part('weight', () => measureFirstLoads(server))
    await part('draw', () => measureUncachedPages())
    await part('page', () => measureCachedPage(server))
    if (databaseUrl !== null) await part('api', () => measureApiReads(server, databaseUrl))
    if (postgres !== null) await part('memory', () => measureMemory(postgres))
    await part('upload', () => measureUploads(server))
    await part('hash', () => measureBrowserHash(server))
    if (databaseUrl !== null) {
      const options = { orders, tries: 40, withPlans }
      await part('search', () => measureOrderSearch(server, databaseUrl, options))
    }
    await part('start', () => measureStartUp(databaseUrl))
    await part('proof', measureProofs)
    await part('proof', measureCertificates)
    await part('anchor', measureAnchoring)
    if (postgres !== null) await part('mail', () => measureMails(postgres))
    if (postgres !== null && databaseUrl !== null) await measureBlog(postgres, server, databaseUrl)
    // After the front end, whose dashboard would load the posts that these write.
    for (const measure of measureDesktop) await part('desktop', () => measure(server))
  } finally {
    await server.stop()
  }
}

async function measureBlog(postgres: BenchPostgres, shop: RealServer, shopDatabase: string): Promise<void> {
  if (!wanted('blog') && !wanted('front')) return
  for (const { posts, tries } of [
    { posts: 1_000, tries: 200 },
    { posts: 10_000, tries: 100 },
  ]) {
    const blog = await startBlogServer(postgres, posts)
    try {
      if (posts === 1_000) {
        await part('front', () => measureFrontEnd(blog.server, shop, shopDatabase))
        await part('blog', () => measureBlogWeight(blog))
        await part('blog', () => measureBlogPages(blog))
      }
      await part('blog', () => measureBlogSearch(blog, { posts, goalMs: 6, tries }))
    } finally {
      await blog.stop()
    }
  }
}
