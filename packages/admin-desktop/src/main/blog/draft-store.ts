import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import {
  maxUnsaved,
  type DiscardedText,
  type DraftChange,
  type DraftImage,
  type DraftStore,
  type UnsavedStore,
} from '@priormark/core/blog/drafts/draft-deps'
import { cardOfDraft, shownText, type DraftRow } from '@priormark/core/blog/drafts/draft-row'
import { DiscardedDraft, DraftCard, type UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { textOf } from '@priormark/core/blog/excerpt'
import { foldText } from '@priormark/core/platform/search-text'
import * as v from 'valibot'
import { prepareDatabase } from './draft-schema.ts'

/** Opens the drafts of one user of one server in SQLite. Most methods are synchronous. Every call is one transaction, durable when it returns. */
export function openDraftStore(file: string, now: () => Date = () => new Date()) {
  const database = new DatabaseSync(file)
  prepareDatabase(database)

  function transaction<Result>(work: () => Result): Result {
    database.exec('begin immediate')
    try {
      const result = work()
      database.exec('commit')
      return result
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }

  const select = database.prepare('select rowid, row, pending_since from post where id = ?')

  function readRow(id: string): DraftRow | null {
    const stored = select.get(id)
    return stored === undefined ? null : parseRow(stored['row'])
  }

  function writeRow(id: string, row: DraftRow | null): void {
    const stored = select.get(id)
    if (stored !== undefined)
      database.prepare('delete from post_words where rowid = ?').run(Number(stored['rowid']))
    if (row === null) {
      database.prepare('delete from post where id = ?').run(id)
      return
    }
    const card = cardOfDraft(row, now().toISOString())
    const { state } = card
    const isPending = state === 'dirty' || state === 'sending'
    const pendingSince = isPending ? Number(stored?.['pending_since'] ?? nextPosition()) : null
    database
      .prepare(
        `insert into post (id, title, status, state, is_removed, changed_at, scheduled_at, published_at, updated_at,
           created_by, is_new, has_draft, pending_since, row)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (id) do update set title = excluded.title, status = excluded.status, state = excluded.state,
           is_removed = excluded.is_removed, changed_at = excluded.changed_at, scheduled_at = excluded.scheduled_at,
           published_at = excluded.published_at, updated_at = excluded.updated_at, created_by = excluded.created_by,
           is_new = excluded.is_new, has_draft = excluded.has_draft, pending_since = excluded.pending_since,
           row = excluded.row`,
      )
      .run(
        id,
        card.title,
        card.status,
        state,
        Number(row.isRemoved),
        card.changedAt,
        card.scheduledAt,
        card.publishedAt,
        card.updatedAt,
        card.createdBy,
        Number(card.isNew),
        Number(card.hasDraft),
        pendingSince,
        JSON.stringify(row),
      )
    const text = shownText(row) ?? row.base
    if (text === null) return
    const rowid = Number(select.get(id)?.['rowid'])
    database
      .prepare('insert into post_words (rowid, title, body) values (?, ?, ?)')
      .run(rowid, foldText(text.title), foldText(textOf(text.content)))
  }

  function nextPosition(): number {
    return Number(
      database.prepare('select coalesce(max(pending_since), 0) + 1 as position from post').get()?.[
        'position'
      ],
    )
  }

  function write({ rows = [], discarded = [], cursor, isComplete = false }: DraftChange): void {
    for (const { id, row } of rows) writeRow(id, row)
    for (const entry of discarded) discard(entry)
    if (cursor !== undefined) writeMeta('cursor', String(cursor))
    if (isComplete) writeMeta('synced_at', now().toISOString())
  }

  function readMeta(name: 'cursor' | 'synced_at'): string | null {
    const entry = database.prepare('select value from meta where name = ?').get(name)
    return entry === undefined ? null : String(entry['value'])
  }

  function writeMeta(name: 'cursor' | 'synced_at', value: string): void {
    database
      .prepare(
        'insert into meta (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      )
      .run(name, value)
  }

  function discard({ postId, why, text }: DiscardedText): void {
    database
      .prepare('insert into discarded_draft (post_id, why, at, text) values (?, ?, ?, ?)')
      .run(postId, why, now().toISOString(), JSON.stringify(text))
  }

  function readImage(sha256: string): DraftImage | null {
    const image = database.prepare('select type, bytes, url from image where sha256 = ?').get(sha256)
    if (image === undefined) return null
    const { type, bytes, url } = image
    if (!(bytes instanceof Uint8Array)) return null
    return { type: String(type), bytes, url: url === null ? null : String(url) }
  }

  return {
    pending: async () =>
      database
        .prepare('select id from post where pending_since is not null order by pending_since')
        .all()
        .map(({ id }) => String(id)),

    read: async (id) => readRow(id),

    change: async (ids, decide) =>
      transaction(() => {
        const rows = new Map(
          ids.flatMap((id) => {
            const row = readRow(id)
            return row === null ? [] : [[id, row] as const]
          }),
        )
        const { change, result } = decide(rows)
        write(change)
        return result
      }),

    cursor: async () => Number(readMeta('cursor') ?? 0),

    image: async (sha256) => readImage(sha256),

    recordImageUrl: async (sha256, url) => {
      database.prepare('update image set url = ? where sha256 = ?').run(url, sha256)
    },

    list(search) {
      const words = foldText(search).split(' ').filter(Boolean)
      const columns =
        'p.id, p.title, p.status, p.state, p.changed_at, p.is_removed, p.scheduled_at, p.published_at, p.updated_at, p.created_by, p.is_new, p.has_draft'
      const rows =
        words.length === 0
          ? database.prepare(`select ${columns} from post p order by changed_at desc, id`).all()
          : database
              .prepare(
                `select ${columns} from post_words w join post p on p.rowid = w.rowid
                 where post_words match ? order by rank`,
              )
              .all(words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' '))
      return rows.map((row) =>
        v.parse(DraftCard, {
          id: row['id'],
          title: row['title'],
          status: row['status'],
          state: row['state'],
          changedAt: row['changed_at'],
          isRemoved: row['is_removed'] === 1,
          scheduledAt: row['scheduled_at'],
          publishedAt: row['published_at'],
          updatedAt: row['updated_at'],
          createdBy: row['created_by'],
          isNew: row['is_new'] === 1,
          hasDraft: row['has_draft'] === 1,
        }),
      )
    },

    changedAt(id) {
      const post = database.prepare('select changed_at from post where id = ?').get(id)
      return post === undefined ? null : String(post['changed_at'])
    },

    summary() {
      const counts = database
        .prepare(
          `select count(*) filter (where state in ('dirty', 'sending')) as waiting,
             count(*) filter (where state = 'conflict') as conflicts,
             count(*) filter (where state = 'blocked') as blocked
           from post where state <> 'clean'`,
        )
        .get()
      return {
        waiting: Number(counts?.['waiting'] ?? 0),
        conflicts: Number(counts?.['conflicts'] ?? 0),
        blocked: Number(counts?.['blocked'] ?? 0),
        syncedAt: readMeta('synced_at'),
      }
    },

    discarded: () =>
      database
        .prepare('select id, post_id, why, at, text from discarded_draft order by id desc')
        .all()
        .map(readDiscardedDraft),

    takeDiscarded: (id, decide) =>
      transaction(() => {
        const discarded = database
          .prepare('select id, post_id, why, at, text from discarded_draft where id = ?')
          .get(id)
        if (discarded === undefined) return false
        database.prepare('delete from discarded_draft where id = ?').run(id)
        write(decide(readDiscardedDraft(discarded)))
        return true
      }),

    storeImage(sha256, { bytes, type, url }) {
      database
        .prepare(
          'insert into image (sha256, type, bytes, url) values (?, ?, ?, ?) on conflict (sha256) do nothing',
        )
        .run(sha256, type, bytes, url)
    },

    storeUnsaved(text) {
      database
        .prepare(
          `insert into unsaved (id, at, text) values (?, ?, ?)
           on conflict (id) do update set at = excluded.at, text = excluded.text`,
        )
        .run(text.id, text.at, JSON.stringify(text))
      database
        .prepare('delete from unsaved where id not in (select id from unsaved order by at desc limit ?)')
        .run(maxUnsaved)
    },

    dropUnsaved(id) {
      database.prepare('delete from unsaved where id = ?').run(id)
    },

    allUnsaved: () =>
      database
        .prepare('select text from unsaved order by at desc')
        .all()
        .map(({ text }): UnsavedText => JSON.parse(String(text))),

    readImage,

    close: () => database.close(),
  } satisfies DraftStore & UnsavedStore & { readImage(sha256: string): DraftImage | null; close(): void }
}

/** Only this program writes rows, so they are not validated. */
function parseRow(json: SQLOutputValue | undefined): DraftRow {
  return JSON.parse(String(json))
}

function readDiscardedDraft(row: Record<string, SQLOutputValue>): DiscardedDraft {
  return v.parse(DiscardedDraft, {
    id: String(row['id']),
    postId: row['post_id'],
    why: row['why'],
    at: row['at'],
    text: JSON.parse(String(row['text'])),
  })
}
