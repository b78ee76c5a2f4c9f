import type { DatabaseSync } from 'node:sqlite'

/** The migrations, in order; user_version is the number that were applied. */
const versions = [
  `
  create table meta (name text primary key, value text not null) strict;

  -- One row per post. Fields shown in lists have their own columns, so that a list never reads a text.
  create table post (
    id text primary key,
    title text not null,
    status text not null,
    state text not null,
    is_removed integer not null,
    changed_at text not null,
    -- The order in which pending posts are sent: that of their first edit since they were last clean.
    pending_since integer,
    row text not null,
    -- The dates that lists show.
    scheduled_at text,
    published_at text,
    updated_at text,
    -- Who may delete a post, and what was rejected.
    created_by text,
    is_new integer not null,
    has_draft integer not null
  ) strict;
  create index post_pending on post (pending_since) where pending_since is not null;
  create index post_list on post (changed_at desc, id, title, status, state, is_removed);
  create virtual table post_words using fts5(title, body, content = '', contentless_delete = 1);

  create table discarded_draft (
    id integer primary key,
    post_id text not null,
    why text not null,
    at text not null,
    text text not null
  ) strict;

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
export function prepareDatabase(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;')
  const storedVersion = Number(database.prepare('pragma user_version').get()?.['user_version'] ?? 0)
  if (storedVersion > versions.length)
    throw new Error('These drafts were written by a newer version of this app. Install that version.')
  if (storedVersion === versions.length) return
  const missing = versions.slice(storedVersion).join('')
  database.exec(`begin immediate; ${missing} pragma user_version = ${versions.length}; commit;`)
}
