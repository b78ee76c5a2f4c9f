import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { DownloadView } from '@priormark/core/downloads/download-manager'
import type { DownloadRow, DownloadStore } from './download-store.ts'
import { DamagedFileError, partPath, RefusedFileError, transferFile, type TransferFetch } from './transfer.ts'

/** How often progress is told and written down, in milliseconds. */
const progressMs = 200

/** The pause before a cut download is taken up again, doubled at every try, in milliseconds. */
const firstRetryMs = 1_000
const longestRetryMs = 60_000

/** A connection over which nothing comes for so long is given up, and a new one tried, in milliseconds. */
const longestSilenceMs = 60_000

interface DownloadsParts {
  store: DownloadStore
  fetch: TransferFetch
  /** What every request carries, asked anew for each: a login may have changed. */
  headers: () => Promise<Record<string, string>>
  /** Called with the whole list whenever something in it changed. */
  onChange: (downloads: DownloadView[]) => void
  firstRetryMs?: number
  silenceMs?: number
}

export type Downloads = ReturnType<typeof createDownloads>

/** Fetches files in the background, any number at once; what a restart or a cut interrupts goes on where it stopped. */
export function createDownloads({
  store,
  fetch,
  headers,
  onChange,
  firstRetryMs: retryMs = firstRetryMs,
  silenceMs = longestSilenceMs,
}: DownloadsParts) {
  const rows = new Map(store.all().map((row) => [row.id, row]))
  const running = new Map<string, AbortController>()
  /** The last try of each, so that the next begins when nothing writes to the file any more. */
  const tries = new Map<string, Promise<void>>()
  const retries = new Map<string, { timer: NodeJS.Timeout; delayMs: number }>()

  function list(): DownloadView[] {
    return [...rows.values()]
      .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
      .map(({ url: _url, etag: _etag, expectedSha256: _sha256, ...view }) => view)
  }

  /** Writes down what changed; a download that was removed meanwhile stays removed. */
  function update(id: string, change: Partial<DownloadRow>): void {
    const row = rows.get(id)
    if (row === undefined) return
    const next = { ...row, ...change }
    rows.set(id, next)
    try {
      store.put(next)
    } catch (error) {
      // A full disk: it is told all the same, and a restart goes by the file and what was written down before.
      if (!isDatabaseError(error)) throw error
    }
    onChange(list())
  }

  function run(id: string): void {
    if (running.has(id)) return
    const abort = new AbortController()
    running.set(id, abort)
    cancelRetry(id, false)
    update(id, { state: 'running', problem: null })
    tries.set(
      id,
      (tries.get(id) ?? Promise.resolve()).catch(() => {}).then(() => attempt(id, abort)),
    )
  }

  async function attempt(id: string, abort: AbortController): Promise<void> {
    const row = rows.get(id)
    if (row === undefined || abort.signal.aborted) return
    let newestBytes: number | null = null
    let telling: NodeJS.Timeout | undefined
    const tell = () => {
      clearTimeout(telling)
      telling = undefined
      if (newestBytes !== null) update(id, { receivedBytes: newestBytes })
    }
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), silenceMs)
    try {
      await transferFile({
        url: row.url,
        headers: await headers(),
        fetch,
        filePath: row.filePath,
        etag: row.etag,
        expectedSha256: row.expectedSha256,
        signal: AbortSignal.any([abort.signal, silence.signal]),
        onAnswer: (answer) => update(id, answer),
        onProgress: (receivedBytes) => {
          timer.refresh()
          newestBytes = receivedBytes
          // Told after a while, and not again before it: what comes last before a silence is told too.
          telling ??= setTimeout(tell, progressMs)
        },
      })
      const { totalBytes, receivedBytes } = rows.get(id) ?? row
      retries.delete(id)
      update(id, { state: 'done', receivedBytes: totalBytes ?? newestBytes ?? receivedBytes })
    } catch (error) {
      tell()
      if (!abort.signal.aborted) fail(id, error)
    } finally {
      clearTimeout(timer)
      clearTimeout(telling)
      if (running.get(id) === abort) running.delete(id)
    }
  }

  function fail(id: string, error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error)
    if (error instanceof DamagedFileError) {
      update(id, { state: 'damaged', problem, etag: null, receivedBytes: 0 })
    } else if (error instanceof RefusedFileError || isDiskError(error)) {
      update(id, { state: 'failed', problem: isDiskError(error) ? diskSentence(error) : problem })
    } else {
      waitForNetwork(id)
    }
  }

  function waitForNetwork(id: string): void {
    const delayMs = retries.get(id)?.delayMs ?? retryMs
    const timer = setTimeout(() => run(id), delayMs)
    retries.set(id, { timer, delayMs: Math.min(delayMs * 2, longestRetryMs) })
    update(id, {
      state: 'waiting',
      problem: 'The connection was lost. The download will resume automatically.',
    })
  }

  function cancelRetry(id: string, isReset: boolean): void {
    const retry = retries.get(id)
    if (retry === undefined) return
    clearTimeout(retry.timer)
    if (isReset) retries.delete(id)
  }

  function stop(id: string): void {
    cancelRetry(id, true)
    running.get(id)?.abort()
    running.delete(id)
  }

  function resume(id: string): void {
    const state = rows.get(id)?.state
    if (state === undefined || state === 'done' || state === 'running') return
    cancelRetry(id, true)
    run(id)
  }

  /** Takes a download off the list. @returns when nothing writes to its file any more */
  function forget(id: string): Promise<void> {
    stop(id)
    rows.delete(id)
    store.remove(id)
    onChange(list())
    const last = tries.get(id) ?? Promise.resolve()
    tries.delete(id)
    return last
  }

  return {
    list,

    /**
     * Starts fetching a file. Where the same one is on its way to that place already, it is that which goes on; another
     * one makes way. @returns its id
     */
    start(input: { url: string; fileName: string; filePath: string; expectedSha256: string | null }): string {
      const former = [...rows.values()].find(
        ({ filePath, state }) => filePath === input.filePath && state !== 'done',
      )
      if (former !== undefined && former.url === input.url) {
        resume(former.id)
        return former.id
      }
      const id = randomUUID()
      if (former !== undefined) tries.set(id, forget(former.id))
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

    /** Stops a download and removes what came; of one that is done only the line goes, never the file. */
    async remove(id: string): Promise<void> {
      const row = rows.get(id)
      if (row === undefined) return
      await forget(id)
      if (row.state !== 'done') await rm(partPath(row.filePath), { force: true })
    },

    /** Where a finished file is; null for any other. */
    pathOf(id: string): string | null {
      const row = rows.get(id)
      return row?.state === 'done' ? row.filePath : null
    },

    /** Takes up what ran when the program ended. Also when the network comes back. */
    resumeAll(): void {
      for (const { id, state } of rows.values()) {
        if (state === 'running' || state === 'waiting') run(id)
      }
    },

    /** The program ends: transfers stop where they are, and go on at the next start. */
    async close(): Promise<void> {
      for (const id of [...running.keys(), ...retries.keys()]) stop(id)
      await Promise.all(tries.values())
      store.close()
    },
  }
}

function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  const codes = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EISDIR', 'EIO']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function diskSentence({ code }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full. Free some space and resume the download.'
  if (code === 'ENOENT') return 'The folder no longer exists. Remove this download and choose another folder.'
  return `The file can’t be saved there (${code}).`
}
