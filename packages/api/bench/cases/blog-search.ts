import pg from 'pg'
import * as v from 'valibot'
import { blogEndpoints } from '@priormark/core/blog/endpoints'
import type { BlogServer } from '../blog-server.ts'
import type { Figure, Section } from '../report.ts'
import { costOfRequests } from '../request-times.ts'

const searches = [
  { name: 'no search', search: '' },
  { name: 'common', search: 'song' },
  { name: 'two common words', search: 'copyright music' },
  { name: 'rare', search: 'xylophone' },
  { name: 'part of a word', search: 'ylopho' },
  { name: 'part of many words', search: 'right' },
  { name: 'typing mistake', search: 'blockchian' },
  { name: 'rare, with a typing mistake', search: 'xylophnoe' },
  { name: 'no match', search: 'zzqqxxjj' },
  { name: 'a literal text', search: 'how to do it' },
]

/** The search of readers through its real route, one request at a time. */
export async function measureBlogSearch(
  { server, databaseUrl }: BlogServer,
  { posts, goalMs, tries }: { posts: number; goalMs: number; tries: number },
): Promise<Section> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const figures: Figure[] = []
  try {
    for (const { name, search } of searches) {
      const query = new URLSearchParams({ search }).toString()
      const address = `${server.url}${blogEndpoints.list.path}?${query}`
      const { total } = await firstResponse(address)
      const cost = await costOfRequests({ addresses: [address], tries, pid: server.pid, pool })
      figures.push({
        what: `${name}${search === '' ? '' : ` ('${search}')`}`,
        value: cost.p50Ms,
        unit: 'ms p50',
        goal: { atMost: goalMs },
        note: `p99 ${cost.p99Ms.toFixed(1)} ms; CPU ${cost.cpuMs.toFixed(2)} ms; finds ${total}`,
      })
    }
  } finally {
    await pool.end()
  }
  return { title: `Blog search, ${posts.toLocaleString('en')} posts`, figures, skipped: [] }
}

async function firstResponse(address: string): Promise<{ total: number }> {
  const response = await fetch(address)
  return v.parse(blogEndpoints.list.reply, await response.json())
}
