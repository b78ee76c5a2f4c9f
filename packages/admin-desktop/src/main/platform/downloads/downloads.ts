import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'
import {
  DamagedFileError,
  partPath,
  RejectedFileError,
  transferFile,
  type TransferFetch,
} from './transfer.ts'

/** A stored download. */
interface DownloadRow extends DownloadView {
  url: string
  expectedSha256: string | null
  etag: string | null
}

/** Opens the list of downloads of one user of one server. Only this program writes the JSON, so it is not validated. */
export function openDownloadStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;
    create table if not exists download (id text primary key, row text not null) strict;
  `)
  return {
    all: () =>
      database
        .prepare('select row from download')
        .all()
        .map(({ row }): DownloadRow => JSON.parse(String(row))),
    put(row: DownloadRow) {
      database
        .prepare('insert or replace into download (id, row) values (?, ?)')
        .run(row.id, JSON.stringify(row))
    },
    remove: (id: string) => void database.prepare('delete from download where id = ?').run(id),
    close: () => database.close(),
  }
}

/** How often progress is reported and stored, in milliseconds. */
const progressMs = 200

/** The longest pause before an interrupted download is retried, in milliseconds. */
const longestRetryMs = 60_000

interface DownloadsDeps {
  store: ReturnType<typeof openDownloadStore>
  fetch: TransferFetch
  /** Returns the headers of a request. Called for each one, because the login may have changed. */
  headers: () => Promise<Record<string, string>>
  /** Called with the whole list after every change. */
  onChange: (downloads: DownloadView[]) => void
  /** The first pause before an interrupted download is retried, doubled at every attempt. */
  firstRetryMs?: number
  /** A connection that is silent for this long is closed and retried. */
  silenceMs?: number
}

export type Downloads = ReturnType<typeof createDownloads>

/** Downloads files in the background. Interrupted downloads resume where they stopped, also after a restart. */
export function createDownloads(deps: DownloadsDeps) {
  const { store, fetch, headers, onChange, firstRetryMs = 1_000, silenceMs = 60_000 } = deps
  const rows = new Map(store.all().map((row) => [row.id, row]))
  const abortControllers = new Map<string, AbortController>()
  /** The last attempt of each download. The next one starts after it, so that only one writes to the file. */
  const attempts = new Map<string, Promise<void>>()
  const retries = new Map<string, { timer: NodeJS.Timeout; delayMs: number }>()

  function list(): DownloadView[] {
    return [...rows.values()]
      .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
      .map(({ url: _url, etag: _etag, expectedSha256: _sha256, ...view }) => view)
  }

  /** Stores a change, unless the download was removed in the meantime. */
  function update(id: string, change: Partial<DownloadRow>): void {
    const row = rows.get(id)
    if (row === undefined) return
    const changedRow = { ...row, ...change }
    rows.set(id, changedRow)
    try {
      store.put(changedRow)
    } catch (error) {
      // The disk is full: listeners are notified anyway, and a restart uses the file and the last stored state.
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) throw error
    }
    onChange(list())
  }

  function run(id: string): void {
    if (abortControllers.has(id)) return
    const abort = new AbortController()
    abortControllers.set(id, abort)
    clearTimeout(retries.get(id)?.timer)
    update(id, { state: 'running', problem: null })
    attempts.set(
      id,
      (attempts.get(id) ?? Promise.resolve()).catch(() => {}).then(() => attempt(id, abort)),
    )
  }

  async function attempt(id: string, abort: AbortController): Promise<void> {
    const row = rows.get(id)
    if (row === undefined || abort.signal.aborted) return
    let latestBytes: number | null = null
    let reportTimer: NodeJS.Timeout | undefined
    const report = () => {
      clearTimeout(reportTimer)
      reportTimer = undefined
      if (latestBytes !== null) update(id, { receivedBytes: latestBytes })
    }
    const silenceAbort = new AbortController()
    const timer = setTimeout(() => silenceAbort.abort(), silenceMs)
    try {
      await transferFile({
        url: row.url,
        headers: await headers(),
        fetch,
        filePath: row.filePath,
        etag: row.etag,
        expectedSha256: row.expectedSha256,
        signal: AbortSignal.any([abort.signal, silenceAbort.signal]),
        onResponse: (response) => update(id, response),
        onProgress: (receivedBytes) => {
          timer.refresh()
          latestBytes = receivedBytes
          // Throttled, but the last progress before a silence is reported too.
          reportTimer ??= setTimeout(report, progressMs)
        },
      })
      const { totalBytes, receivedBytes } = rows.get(id) ?? row
      retries.delete(id)
      update(id, { state: 'done', receivedBytes: totalBytes ?? latestBytes ?? receivedBytes })
    } catch (error) {
      report()
      if (!abort.signal.aborted) fail(id, error)
    } finally {
      clearTimeout(timer)
      clearTimeout(reportTimer)
      if (abortControllers.get(id) === abort) abortControllers.delete(id)
    }
  }

  function fail(id: string, error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error)
    if (error instanceof DamagedFileError) {
      update(id, { state: 'damaged', problem, etag: null, receivedBytes: 0 })
    } else if (error instanceof RejectedFileError || isDiskError(error)) {
      update(id, { state: 'failed', problem: isDiskError(error) ? diskMessage(error) : problem })
    } else {
      waitForNetwork(id)
    }
  }

  function waitForNetwork(id: string): void {
    const delayMs = retries.get(id)?.delayMs ?? firstRetryMs
    const timer = setTimeout(() => run(id), delayMs)
    retries.set(id, { timer, delayMs: Math.min(delayMs * 2, longestRetryMs) })
    update(id, { state: 'waiting', problem: 'The connection was lost. The download resumes automatically.' })
  }

  function cancelRetry(id: string): void {
    clearTimeout(retries.get(id)?.timer)
    retries.delete(id)
  }

  function stop(id: string): void {
    cancelRetry(id)
    abortControllers.get(id)?.abort()
    abortControllers.delete(id)
  }

  function resume(id: string): void {
    const state = rows.get(id)?.state
    if (state === undefined || state === 'done' || state === 'running') return
    cancelRetry(id)
    run(id)
  }

  /** Removes a download from the list. Resolves when nothing writes to its file anymore. */
  async function removeRow(id: string): Promise<void> {
    stop(id)
    rows.delete(id)
    store.remove(id)
    onChange(list())
    const lastAttempt = attempts.get(id)
    attempts.delete(id)
    await lastAttempt
  }

  return {
    list,

    /**
     * Starts a download and returns its id. An unfinished download of the same file to the same path is resumed; one of
     * another file to that path is removed.
     */
    start(input: { url: string; fileName: string; filePath: string; expectedSha256: string | null }): string {
      const unfinished = [...rows.values()].find(
        ({ filePath, state }) => filePath === input.filePath && state !== 'done',
      )
      if (unfinished !== undefined && unfinished.url === input.url) {
        resume(unfinished.id)
        return unfinished.id
      }
      const id = randomUUID()
      if (unfinished !== undefined) attempts.set(id, removeRow(unfinished.id))
      const row: DownloadRow = {
        ...input,
        id,
        state: 'running',
        receivedBytes: 0,
        totalBytes: null,
        etag: null,
        problem: null,
        startedAt: new Date().toISOString(),
      }
      rows.set(id, row)
      store.put(row)
      run(id)
      return id
    },

    pause(id: string): void {
      const state = rows.get(id)?.state
      if (state !== 'running' && state !== 'waiting') return
      stop(id)
      update(id, { state: 'paused' })
    },

    resume,

    /** Cancels a download and deletes its partial file. A finished one leaves the list; its file stays. */
    async remove(id: string): Promise<void> {
      const row = rows.get(id)
      if (row === undefined) return
      await removeRow(id)
      if (row.state !== 'done') await rm(partPath(row.filePath), { force: true })
    },

    /** Returns the path of a finished file; null otherwise. */
    pathOf(id: string): string | null {
      const row = rows.get(id)
      return row?.state === 'done' ? row.filePath : null
    },

    /** Resumes downloads that were running when the program ended or the network was lost. */
    resumeAll(): void {
      for (const { id, state } of rows.values()) {
        if (state === 'running' || state === 'waiting') run(id)
      }
    },

    /** Stops all transfers; they resume at the next start. */
    async close(): Promise<void> {
      for (const id of [...abortControllers.keys(), ...retries.keys()]) stop(id)
      await Promise.all(attempts.values())
      store.close()
    },
  }
}

function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  const codes = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EISDIR', 'EIO']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function diskMessage({ code }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full. Free some space and resume the download.'
  if (code === 'ENOENT') return 'The folder no longer exists. Remove this download and choose another folder.'
  return `The file cannot be written there (${code}).`
}
