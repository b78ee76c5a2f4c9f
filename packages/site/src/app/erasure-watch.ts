import { createClient, type Fetch } from '@priormark/core/platform/http/client'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { OrderNews } from '@priormark/core/orders/order-news'
import * as v from 'valibot'
import type { StoredResponses } from './stored-responses.ts'

const checkMs = 60_000
/** How far each check reaches back before the last one, so that nothing is missed that was written meanwhile. */
const overlapMs = 60_000

/** The key of the last news among the stored responses. Its times are by the server's clock. */
const seenPath = orderEndpoints.news.path

/** Learns from the server that a customer was erased in another tab or browser. */
interface ErasureWatch {
  /** Checks at once, then every minute until `stop`. @param headers those of a call that the server accepted */
  start(headers: Record<string, string>): void
  /** Checks now if it has been started, because the server is back. */
  checkNow(): void
  stop(): void
}

/** @param onErasure deletes all responses */
export function createErasureWatch(
  send: Fetch,
  responses: StoredResponses,
  onErasure: () => void,
): ErasureWatch {
  const client = createClient({ fetch: send })
  let running: { headers: Record<string, string>; timer: ReturnType<typeof setInterval> } | null = null

  async function check(): Promise<void> {
    const startedIn = running
    if (startedIn === null) return
    const seen = readSeen(responses)
    const since = seen === null ? undefined : new Date(Date.parse(seen.at) - overlapMs).toISOString()
    const { headers } = startedIn
    const { at, lastErasureAt } = await client.call(orderEndpoints.news, { query: { since } }, { headers })
    // A logout meanwhile has deleted everything.
    if (startedIn !== running) return
    const erasureAt = lastErasureAt ?? seen?.lastErasureAt ?? null
    if (seen !== null && erasureAt !== seen.lastErasureAt) onErasure()
    const body = JSON.stringify({ at, lastErasureAt: erasureAt })
    responses.store(seenPath, { at: new Date().toISOString(), headers: {}, body })
  }

  // The next check tries again.
  const checkNow = () => void check().catch(() => {})

  return {
    start(headers) {
      if (running !== null) return
      running = { headers, timer: setInterval(checkNow, checkMs) }
      checkNow()
    },
    checkNow,
    stop() {
      clearInterval(running?.timer)
      running = null
    },
  }
}

const Seen = v.pick(OrderNews, ['at', 'lastErasureAt'])

function readSeen(responses: StoredResponses): v.InferOutput<typeof Seen> | null {
  const stored = responses.read(seenPath)
  return stored === null ? null : v.parse(Seen, JSON.parse(stored.body))
}
