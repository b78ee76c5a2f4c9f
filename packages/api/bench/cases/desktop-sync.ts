import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@priormark/core/platform/http/client'
import { openDrafts } from '../../../admin-desktop/src/main/blog/draft-store.ts'
import { benchPost } from '../draft-texts.ts'
import { cpuMs } from '../process-meter.ts'
import { bearerOf, type RealServer } from '../real-server.ts'
import type { Section } from '../report.ts'

const queued = 500

/** Posts written offline, sent in order and exactly once, compared with plain sequential requests. */
export async function measureDesktopSync(server: RealServer): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-sync-'))
  const headers = await bearerOf(server)
  let isOnline = false
  const client = createClient({
    baseUrl: server.url,
    token: () => headers.authorization.replace('Bearer ', ''),
    fetch: (url, init) => (isOnline ? fetch(url, init) : Promise.reject(new TypeError('no network'))),
  })
  const drafts = openDrafts({ file: path.join(folder, 'drafts.sqlite'), client })
  try {
    const writing = performance.now()
    for (let number = 0; number < queued; number += 1) {
      const basedOn = { version: null, revision: 0 }
      await drafts.save({ id: randomUUID(), content: benchPost(number), basedOn })
    }
    const savedMs = performance.now() - writing
    isOnline = true
    const ours = await measureCost(server, async () => {
      // A sync cycle may still be running; the last one leaves nothing to send.
      for (let status = await drafts.sync(); status.waitingCount > 0; status = await drafts.sync()) {
        if (status.conflictCount + status.blockedCount > 0) throw new Error('a post was not accepted')
      }
    })
    const bare = await measureCost(server, async () => {
      for (let number = queued; number < 2 * queued; number += 1) {
        const response = await fetch(`${server.url}/api/admin/blog/posts/${randomUUID()}`, {
          method: 'PUT',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'if-none-match': '*',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify(benchPost(number)),
        })
        if (!response.ok) throw new Error(`a plain request got status ${response.status}`)
        await response.text()
      }
    })
    return {
      title: `Desktop: ${queued} posts written without a network`,
      figures: [
        { what: 'saved, each flushed to disk', value: savedMs / queued, unit: 'ms per post' },
        { what: 'sent', value: queued / ours.seconds, unit: 'posts per second', note: noteOf(ours) },
        {
          what: 'plain requests',
          value: queued / bare.seconds,
          unit: 'posts per second',
          note: noteOf(bare),
        },
        { what: 'sent, of plain requests', value: bare.seconds / ours.seconds, unit: 'x' },
      ],
      skipped: [],
    }
  } finally {
    drafts.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Cost {
  seconds: number
  serverCpuMs: number
}

async function measureCost(server: RealServer, work: () => Promise<void>): Promise<Cost> {
  const before = cpuMs(server.pid)
  const startedAt = performance.now()
  await work()
  return { seconds: (performance.now() - startedAt) / 1000, serverCpuMs: cpuMs(server.pid) - before }
}

function noteOf({ serverCpuMs }: Cost): string {
  return `${(serverCpuMs / queued).toFixed(1)} ms of server CPU per post`
}
