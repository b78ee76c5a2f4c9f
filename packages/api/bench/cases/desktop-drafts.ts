import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PostInput } from '@priormark/core/blog/post'
import { newDraftRow } from '@priormark/core/blog/drafts/draft-row'
import { openDraftStore } from '../../../admin-desktop/src/main/blog/draft-store.ts'
import type { Figure, Section } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import { benchPost } from '../draft-texts.ts'

const drafts = 10_000
/** The number of posts in one response of the server, and in one transaction. */
const atOnce = 100
const tries = 50

/** 10,000 posts in the desktop app: stored, listed and searched, compared with a plain scan of all rows. */
export async function measureDesktopDrafts(): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-drafts-'))
  const file = path.join(folder, 'drafts.sqlite')
  const store = openDraftStore(file)
  try {
    const startedAt = performance.now()
    for (let first = 0; first < drafts; first += atOnce) {
      const rows = Array.from({ length: atOnce }, (_, index) => {
        const base: PostInput = benchPost(first + index)
        const id = randomUUID()
        return { id, row: { ...newDraftRow(id), baseVersion: 1, ownSince: 1, base } }
      })
      const ids = rows.map(({ id }) => id)
      await store.change(ids, () => ({ change: { rows }, result: null }))
    }
    const takenSeconds = (performance.now() - startedAt) / 1000
    const figures: Figure[] = [
      {
        what: 'posts received from the server',
        value: drafts / takenSeconds,
        unit: 'per second',
        note: `${atOnce} per transaction, each flushed to disk`,
      },
      listed('listed, newest first', () => store.list('')),
    ]
    const plain = new DatabaseSync(file, { readOnly: true })
    const scan = plain.prepare('select card from post where row like ? order by changed_at desc limit 500')
    for (const { search, what } of [
      { search: 'xylophone', what: 'a word in one of a thousand posts' },
      { search: 'harbour', what: 'a word in every post' },
      { search: 'the lan', what: 'a partly typed phrase' },
    ]) {
      const searchFigure = listed(`searched for ${what}`, () => store.list(search))
      const scanned = median(timesOf(() => scan.all(`%${search}%`)))
      const note = `${scanned.toFixed(1)} ms`
      figures.push(searchFigure, {
        what: `searched for ${what}, compared with a full scan`,
        value: scanned / searchFigure.value,
        unit: 'x as fast',
        note,
      })
    }
    plain.close()
    return { title: `Desktop: ${drafts.toLocaleString('en')} drafts`, figures, skipped: [] }
  } finally {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function listed(what: string, list: () => unknown[]): Figure {
  const times = timesOf(list)
  const amount = list().length
  if (amount === 0) throw new Error(`nothing was found: ${what}`)
  return {
    what,
    value: median(times),
    unit: 'ms p50',
    note: `${amount} rows; p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  }
}

/** Returns the duration of many tries in milliseconds, after a warm-up. */
function timesOf(work: () => unknown): number[] {
  work()
  return Array.from({ length: tries }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
}
