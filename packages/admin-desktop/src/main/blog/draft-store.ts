import { createHash, randomUUID } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { createDraftService } from '@priormark/core/blog/drafts/create-draft-service'
import {
  cardOfDraft,
  maxUnsaved,
  shownText,
  type DraftChange,
  type DraftRow,
  type DraftStore,
  type UnsavedStore,
} from '@priormark/core/blog/drafts/draft-row'
import { createDraftServer } from '@priormark/core/blog/drafts/draft-server'
import type { DiscardedDraft, DraftCard, UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { soleWindow, type Clock } from '@priormark/core/blog/drafts/draft-service'
import { textOf } from '@priormark/core/blog/excerpt'
import type { Client } from '@priormark/core/platform/http/client'
import { foldText } from '@priormark/core/platform/search-text'

/** The migrations, in order; `user_version` counts those that were applied. */
const migrations = [
  `
  create table meta (name text primary key, value text not null) strict;

  -- One row per post. The card has what lists show, so that a list never reads a text.
  create table post (
    id text primary key,
    state text not null,
    changed_at text not null,
    -- The position in the sending order, which is that of the first edit since the post was clean; null if there is nothing to send.
    pending_since integer,
    card text not null,
    row text not null
  ) strict;
  create index post_pending on post (pending_since) where pending_since is not null;
  create index post_list on post (changed_at desc, id, card);
  create index post_state on post (state) where state <> 'clean';
  create virtual table post_words using fts5(title, body, content = '', contentless_delete = 1);

  create table discarded_draft (id integer primary key, entry text not null) strict;

  create table image (
    sha256 text primary key,
    type text not null,
    bytes blob not null,
    url text
  ) strict;

  -- The unsaved texts of open editors.
  create table unsaved (id text primary key, at text not null, text text not null) strict;
`,
]

/**
 * Migrates the database. `synchronous = full`, so that acknowledged saves survive a power failure. @throws if a newer
 * version of this app wrote the file
 */
function prepareDatabase(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;')
  const storedVersion = Number(database.prepare('pragma user_version').get()?.['user_version'] ?? 0)
  if (storedVersion > migrations.length)
    throw new Error('These drafts were written by a newer version of this app. Install that version.')
  if (storedVersion === migrations.length) return
  const newMigrations = migrations.slice(storedVersion).join('')
  database.exec(`begin immediate; ${newMigrations} pragma user_version = ${migrations.length}; commit;`)
}

/**
 * Opens the drafts of one user of one server in SQLite. Most methods are synchronous. Every call is one transaction, durable when
 * it returns. Only this program writes the JSON in the columns, so it is not validated.
 */
export function openDraftStore(file: string, now: () => Date = () => new Date()) {
  const database = new DatabaseSync(file)
  prepareDatabase(database)
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)
  const get = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).get(...values)
  const all = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)

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

  const selectPost = database.prepare('select rowid, row, pending_since from post where id = ?')

  function readRow(id: string): DraftRow | null {
    const post = selectPost.get(id)
    return post === undefined ? null : JSON.parse(String(post['row']))
  }

  function writeRow(id: string, row: DraftRow | null): void {
    const post = selectPost.get(id)
    if (post !== undefined) run('delete from post_words where rowid = ?', Number(post['rowid']))
    if (row === null) {
      run('delete from post where id = ?', id)
      return
    }
    const card = cardOfDraft(row, now().toISOString())
    const isPending = card.state === 'dirty' || card.state === 'sending'
    const pendingSince = isPending ? Number(post?.['pending_since'] ?? nextPosition()) : null
    run(
      `insert into post (id, state, changed_at, pending_since, card, row) values (?, ?, ?, ?, ?, ?)
       on conflict (id) do update set state = excluded.state, changed_at = excluded.changed_at,
         pending_since = excluded.pending_since, card = excluded.card, row = excluded.row`,
      id,
      card.state,
      card.changedAt,
      pendingSince,
      JSON.stringify(card),
      JSON.stringify(row),
    )
    const text = shownText(row) ?? row.base
    if (text === null) return
    run(
      'insert into post_words (rowid, title, body) values (?, ?, ?)',
      Number(selectPost.get(id)?.['rowid']),
      foldText(text.title),
      foldText(textOf(text.content)),
    )
  }

  function nextPosition(): number {
    return Number(get('select coalesce(max(pending_since), 0) + 1 as position from post')?.['position'])
  }

  function write({ rows = [], discarded = [], cursor, isComplete = false }: DraftChange): void {
    const at = now().toISOString()
    for (const { id, row } of rows) writeRow(id, row)
    for (const entry of discarded)
      run('insert into discarded_draft (entry) values (?)', JSON.stringify({ ...entry, at }))
    if (cursor !== undefined) writeMeta('cursor', String(cursor))
    if (isComplete) writeMeta('synced_at', at)
  }

  function readMeta(name: 'cursor' | 'synced_at'): string | null {
    const entry = get('select value from meta where name = ?', name)
    return entry === undefined ? null : String(entry['value'])
  }

  function writeMeta(name: 'cursor' | 'synced_at', value: string): void {
    run(
      'insert into meta (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      name,
      value,
    )
  }

  function readDiscarded({ id, entry }: ReturnType<typeof all>[number]): DiscardedDraft {
    return { id: String(id), ...JSON.parse(String(entry)) }
  }

  return {
    pending: async () =>
      all('select id from post where pending_since is not null order by pending_since').map(({ id }) =>
        String(id),
      ),

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

    async image(sha256) {
      const { type, bytes, url } = get('select type, bytes, url from image where sha256 = ?', sha256) ?? {}
      if (!(bytes instanceof Uint8Array)) return null
      return { type: String(type), bytes, url: url === null ? null : String(url) }
    },

    recordImageUrl: async (sha256, url) => {
      run('update image set url = ? where sha256 = ?', url, sha256)
    },

    list(search) {
      const words = foldText(search).split(' ').filter(Boolean)
      const rows =
        words.length === 0
          ? all('select card from post order by changed_at desc, id')
          : all(
              `select p.card from post_words w join post p on p.rowid = w.rowid
               where post_words match ? order by rank`,
              words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' '),
            )
      return rows.map(({ card }): DraftCard => JSON.parse(String(card)))
    },

    changedAt(id) {
      const post = get('select changed_at from post where id = ?', id)
      return post === undefined ? null : String(post['changed_at'])
    },

    summary() {
      const rows = all("select state, count(*) as count from post where state <> 'clean' group by state")
      const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
      return {
        waitingCount: (counts.get('dirty') ?? 0) + (counts.get('sending') ?? 0),
        conflictCount: counts.get('conflict') ?? 0,
        blockedCount: counts.get('blocked') ?? 0,
        syncedAt: readMeta('synced_at'),
      }
    },

    discarded: () => all('select id, entry from discarded_draft order by id desc').map(readDiscarded),

    takeDiscarded: (id, decide) =>
      transaction(() => {
        const discarded = get('delete from discarded_draft where id = ? returning id, entry', id)
        if (discarded === undefined) return false
        write(decide(readDiscarded(discarded)))
        return true
      }),

    storeImage(sha256, { bytes, type, url }) {
      run(
        'insert into image (sha256, type, bytes, url) values (?, ?, ?, ?) on conflict (sha256) do nothing',
        sha256,
        type,
        bytes,
        url,
      )
    },

    storeUnsaved(text) {
      transaction(() => {
        run(
          `insert into unsaved (id, at, text) values (?, ?, ?)
           on conflict (id) do update set at = excluded.at, text = excluded.text`,
          text.id,
          text.at,
          JSON.stringify(text),
        )
        run(
          'delete from unsaved where id not in (select id from unsaved order by at desc limit ?)',
          maxUnsaved,
        )
      })
    },

    dropUnsaved(id) {
      run('delete from unsaved where id = ?', id)
    },

    allUnsaved: () =>
      all('select text from unsaved order by at desc').map(({ text }): UnsavedText =>
        JSON.parse(String(text)),
      ),

    close: () => database.close(),
  } satisfies DraftStore & UnsavedStore & { close(): void }
}

export type Drafts = ReturnType<typeof openDrafts>

/** Opens the drafts of one user of one server in a database file. */
export function openDrafts(deps: { file: string; client: Client; clock?: Clock }) {
  const store = openDraftStore(deps.file)
  const service = createDraftService({
    store,
    unsaved: store,
    server: createDraftServer(deps.client),
    // All windows share the main process.
    lock: soleWindow,
    clock: deps.clock ?? globalThis,
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    newId: randomUUID,
    isOnline: false,
  })
  return {
    ...service,
    /** Returns an image of a draft; null if it is not stored here. */
    image: store.image,
    close() {
      service.close()
      store.close()
    },
  }
}
