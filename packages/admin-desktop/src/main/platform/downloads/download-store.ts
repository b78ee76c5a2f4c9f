import { DatabaseSync } from 'node:sqlite'
import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'

/** A stored download. */
export interface DownloadRow extends DownloadView {
  url: string
  expectedSha256: string | null
  etag: string | null
}

export interface DownloadStore {
  all(): DownloadRow[]
  put(row: DownloadRow): void
  remove(id: string): void
  close(): void
}

/** Opens the list of downloads of one user of one server. Only this program writes the JSON, so it is not validated. */
export function openDownloadStore(file: string): DownloadStore {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;
    create table if not exists download (id text primary key, started_at text not null, row text not null) strict;
  `)
  return {
    all: () =>
      database
        .prepare('select row from download order by started_at desc, id')
        .all()
        .map(({ row }): DownloadRow => JSON.parse(String(row))),
    put(row) {
      database
        .prepare('insert or replace into download (id, started_at, row) values (?, ?, ?)')
        .run(row.id, row.startedAt, JSON.stringify(row))
    },
    remove: (id) => void database.prepare('delete from download where id = ?').run(id),
    close: () => database.close(),
  }
}
