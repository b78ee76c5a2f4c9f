import type { Fetch, FetchResponse } from './client.ts'

/** The header of a response that a program made without the server: when the copy was cached, ISO 8601, or that there is none. */
export const copyAtHeader = 'x-priormark-copy-at'
export const noCopy = 'none'

/** A server that cannot be reached. */
export interface LostServer {
  /** When the first call failed, in milliseconds since 1970. */
  since: number
  /** When the oldest of the copies shown instead was read, ISO 8601; null if none is shown. */
  copyAt: string | null
}

/** How often a lost server is tried, in milliseconds, so that the screens are back within three seconds. */
const probeMs = 2_000
/** Limits each try, in milliseconds. Several may run, so that one that hangs delays nothing. */
const probeLimitMs = 10_000

/** Browsers and Node have these, but core uses neither's type libraries. */
declare function setInterval(callback: () => void, ms: number): unknown
declare function clearInterval(timer: unknown): void
declare const AbortSignal: { timeout(ms: number): never }

export type ServerWatch = ReturnType<typeof createServerWatch>

/**
 * Tracks whether the server can be reached, and tries it periodically while it cannot.
 * @param probe calls the server, and returns whether it was reached
 */
export function createServerWatch(probe: () => Promise<boolean>) {
  const listeners = new Set<(lost: LostServer | null) => void>()
  const copies = new Map<string, string>()
  let lost: LostServer | null = null
  let failures = 0
  let probeTimer: unknown = null

  function setLost(next: LostServer | null): void {
    if (lost === null && next === null) return
    lost = next
    for (const listener of listeners) listener(lost)
    if (lost === null) {
      copies.clear()
      clearInterval(probeTimer)
      probeTimer = null
    } else probeTimer ??= setInterval(probeNow, probeMs)
  }

  /** Tries a lost server now, because the network is back. */
  function probeNow(): void {
    if (lost === null) return
    const noteReached = begin()
    probe().then(
      (isReached) => isReached && noteReached(),
      () => {},
    )
  }

  /**
   * Call it when a call is sent. The returned function notes that the server responded, unless another call failed in the meantime: a
   * response that was on its way when the server was lost does not mean that it is back.
   */
  function begin(): () => void {
    const failuresBefore = failures
    return () => {
      if (failures === failuresBefore) setLost(null)
    }
  }

  return {
    /** A call did not reach the server. @param copyAt when the copy shown instead was read; null without one */
    noteLost(path: string, copyAt: string | null): void {
      failures += 1
      if (copyAt !== null) copies.set(path, copyAt)
      const [oldest = null] = [...copies.values()].toSorted()
      setLost({ since: lost?.since ?? Date.now(), copyAt: oldest })
    },
    /** While the server is lost, returns when the copy shown for a path was read, ISO 8601; null if none is shown. */
    copyAt: (path: string) => copies.get(path) ?? null,
    begin,
    probeNow,
    /** Passes the current state to the listener, then every change of it, until the returned function is called. */
    watch(listener: (lost: LostServer | null) => void): () => void {
      listeners.add(listener)
      listener(lost)
      return () => listeners.delete(listener)
    },
  }
}

/** Calls the server once, for the probe of a watch. @throws as `send` does, and after 10 s */
export function probeServer(send: Fetch): Promise<FetchResponse> {
  const signal = AbortSignal.timeout(probeLimitMs)
  return send('/api/service-price', { method: 'GET', headers: {}, credentials: 'include', signal })
}
