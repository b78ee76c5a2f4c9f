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
import { measureMails } from './cases/mails.ts'
import { measureOrderSearch } from './cases/order-search.ts'
import { measureProofs } from './cases/proofs.ts'
import { measureStartUp } from './cases/start-up.ts'
import { measureUncachedPages } from './cases/uncached-page.ts'
import { measureUploads } from './cases/upload.ts'
import { peakRssMb } from './process-meter.ts'
import { startRealServer, type RealServer } from './real-server.ts'
import { printSection, writeResults, type Section } from './report.ts'

/**
 * `npm run bench`: measures the performance-critical parts against the simplest programs that do the same, in one run.
 * `npm run bench -- page upload` measures only these parts (weight, draw, page, api, upload, hash, search, start,
 * desktop, proof, anchor, mail, blog); `--million` also searches 1,000,000 orders.
 */

const flags = process.argv.slice(2)
const only = flags.filter((flag) => !flag.startsWith('--'))
const wanted = (part: string) => only.length === 0 || only.includes(part)
const sections: Section[] = []

/** Measures a part, prints it, and saves all results so far, in case the bench is stopped. */
async function part(name: string, measure: () => Promise<Section>): Promise<void> {
  if (!wanted(name)) return
  const section = await measure()
  printSection(section)
  sections.push(section)
  writeResults(sections)
}

if (process.platform !== 'linux')
  throw new Error('The bench reads CPU times from /proc, so it runs only on Linux')
buildSite()
const postgres = await startBenchPostgres()
if (postgres === null)
  console.log('PostgreSQL is not installed: the server runs on PGlite, its parts are skipped')
const small = (await postgres?.createDatabase(100_000)) ?? null
const server = await startRealServer({ databaseUrl: small })
try {
  await part('weight', () => measureFirstLoads(server))
  await part('draw', () => measureUncachedPages())
  await part('page', () => measureCachedPage(server))
  if (small !== null) {
    await part('api', () => measureApiReads(server, small))
    await part('memory', () => Promise.resolve(memoryUnderLoad(server)))
  }
  await part('upload', () => measureUploads(server))
  await part('hash', () => measureBrowserHash(server))
  if (small !== null) {
    const goalMs = { p50: 5, p99: 30 }
    await part('search', () => measureOrderSearch(server, small, { orders: 100_000, goalMs, tries: 100 }))
  }
  await part('start', () => measureStartUp(small))
  for (const measure of measureDesktop) await part('desktop', () => measure(server))
  await part('proof', measureProofs)
  await part('proof', measureCertificates)
  await part('anchor', measureAnchoring)
  if (postgres !== null) await part('mail', () => measureMails(postgres))
  if (postgres !== null && wanted('blog')) await measureBlog(postgres)
  if (postgres !== null && flags.includes('--million')) await searchMillion(postgres)
} finally {
  await server.stop()
  await postgres?.stop()
}

function memoryUnderLoad({ pid }: RealServer): Section {
  const what = 'peak so far: pages and reads, ten at a time'
  const figures = [{ what, value: peakRssMb(pid), unit: 'MB', goal: { atMost: 150 } }]
  return { title: 'Memory with PostgreSQL', figures, skipped: [] }
}

async function measureBlog(known: BenchPostgres): Promise<void> {
  for (const { posts, goalMs, tries } of [
    { posts: 1_000, goalMs: 6, tries: 300 },
    { posts: 10_000, goalMs: 6, tries: 300 },
    { posts: 100_000, goalMs: 50, tries: 100 },
  ]) {
    const blog = await startBlogServer(known, posts)
    try {
      if (posts === 1_000) {
        await part('blog', () => measureBlogWeight(blog))
        await part('blog', () => measureBlogPages(blog))
      }
      await part('blog', () => measureBlogSearch(blog, { posts, goalMs, tries }))
    } finally {
      await blog.stop()
    }
  }
}

async function searchMillion(known: BenchPostgres): Promise<void> {
  const databaseUrl = await known.createDatabase(1_000_000)
  const large = await startRealServer({ databaseUrl })
  const goalMs = { p50: 6, p99: 30 }
  try {
    await part('search', () =>
      measureOrderSearch(large, databaseUrl, { orders: 1_000_000, goalMs, tries: 60 }),
    )
  } finally {
    await large.stop()
  }
}
