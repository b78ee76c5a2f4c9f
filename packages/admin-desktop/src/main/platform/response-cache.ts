import { rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StoredResponse } from '@priormark/core/orders/offline-orders'

/** The maximum number of cached responses; the oldest are deleted. */
const maxResponses = 1_000

/** The cache file of an account. */
export function responseCacheFile(folder: string): string {
  return path.join(folder, 'responses.sqlite')
}

/** Deletes the cache at a logout, because it contains customers' data. It must be closed. */
export function deleteResponseCache(folder: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(responseCacheFile(folder) + suffix, { force: true })
}

export type ResponseCache = ReturnType<typeof openResponseCache>

/** Opens the response cache of one user of one server, for offline reading. */
export function openResponseCache(file: string) {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal; pragma busy_timeout = 5000; pragma secure_delete = on;
    create table if not exists response (
      path text primary key, at text not null, headers text not null, body text not null
    ) strict;
  `)
  let clearCount = 0
  return {
    read(path: string): StoredResponse | null {
      const row = database.prepare('select at, headers, body from response where path = ?').get(path)
      if (row === undefined) return null
      return { at: String(row['at']), headers: JSON.parse(String(row['headers'])), body: String(row['body']) }
    },
    /**
     * Begins a request. The returned function stores its responses, unless the cache was cleared in the meantime, because they may
     * contain what was erased.
     */
    beginRequest() {
      const countBefore = clearCount
      return (path: string, { at, headers, body }: StoredResponse) => {
        if (clearCount !== countBefore) return
        database
          .prepare('insert or replace into response (path, at, headers, body) values (?, ?, ?, ?)')
          .run(path, at, JSON.stringify(headers), body)
        database
          .prepare(
            'delete from response where path not in (select path from response order by at desc limit ?)',
          )
          .run(maxResponses)
      }
    },
    /** Deletes all responses, because a customer's data was erased, or the person may no longer see it. */
    clear() {
      clearCount += 1
      database.exec('delete from response; vacuum;')
    },
    close: () => database.close(),
  }
}
