import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { downloadStates, type DownloadState } from '@priormark/core/platform/downloads/download-manager'
import * as v from 'valibot'

/** A stored download. */
export interface DownloadRow {
  id: string
  url: string
  fileName: string
  filePath: string
  expectedSha256: string | null
  state: DownloadState
  receivedBytes: number
  totalBytes: number | null
  etag: string | null
  problem: string | null
  startedAt: string
}

export interface DownloadStore {
  all(): DownloadRow[]
  put(row: DownloadRow): void
  remove(id: string): void
  close(): void
}

/** Opens the list of downloads of one user of one server. */
export function openDownloadStore(file: string): DownloadStore {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;
    create table if not exists download (
      id text primary key, url text not null, file_name text not null, file_path text not null,
      expected_sha256 text, state text not null, received_bytes integer not null, total_bytes integer,
      etag text, problem text, started_at text not null
    ) strict;
  `)
  return {
    all: () => database.prepare('select * from download order by started_at desc, id').all().map(readRow),
    put(row) {
      database
        .prepare(
          `insert into download values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           on conflict (id) do update set state = excluded.state, received_bytes = excluded.received_bytes,
             total_bytes = excluded.total_bytes, etag = excluded.etag, problem = excluded.problem`,
        )
        .run(
          row.id,
          row.url,
          row.fileName,
          row.filePath,
          row.expectedSha256,
          row.state,
          row.receivedBytes,
          row.totalBytes,
          row.etag,
          row.problem,
          row.startedAt,
        )
    },
    remove: (id) => void database.prepare('delete from download where id = ?').run(id),
    close: () => database.close(),
  }
}

function readRow(row: Record<string, SQLOutputValue>): DownloadRow {
  const text = (name: string) => String(row[name])
  const textOrNull = (name: string) => (row[name] === null ? null : text(name))
  return {
    id: text('id'),
    url: text('url'),
    fileName: text('file_name'),
    filePath: text('file_path'),
    expectedSha256: textOrNull('expected_sha256'),
    state: v.parse(v.picklist(downloadStates), row['state']),
    receivedBytes: Number(row['received_bytes']),
    totalBytes: row['total_bytes'] === null ? null : Number(row['total_bytes']),
    etag: textOrNull('etag'),
    problem: textOrNull('problem'),
    startedAt: text('started_at'),
  }
}
