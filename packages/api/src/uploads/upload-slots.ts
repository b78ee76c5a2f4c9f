import { AppError } from '@priormark/core/errors'

/** When to retry, in seconds: most uploads take no longer. */
const retryAfterSeconds = 10

/** An upload slower than this, once it is old enough to judge, loses its slot if another upload needs one. */
const evictable = { bytesPerSecond: 16 * 1024, afterMs: 10_000 }

/** An upload in progress. */
export interface ActiveUpload {
  /** The network of the client, see `wideNetworkOf`. */
  network: string
  /** The network whose quota it counts towards: for a part, the one in which its upload began. */
  quotaNetwork: string
  /** Its expected size in bytes. */
  expectedBytes: number
  /** Returns how many bytes have been received. */
  receivedBytes(): number
  /** Aborts the upload; the client is asked to retry. */
  cancel(): void
}

/** Limits how many uploads this process receives at once: each needs memory, a connection and the disk. */
export interface UploadSlots {
  /** Runs `work` in a slot. @throws AppError unavailable if no slot is free and none can be freed */
  use<Result>(upload: ActiveUpload, work: () => Promise<Result>): Promise<Result>
  /** Returns the expected bytes of the uploads in the slots, for one network's quota and in total. */
  expectedBytes(quotaNetwork: string): { networkBytes: number; totalBytes: number }
}

export interface UploadSlotsOptions {
  count: number
  perNetwork: number
  /** Returns a monotonic time in milliseconds. */
  now?: () => number
}

/**
 * Creates `count` slots, of which one network gets `perNetwork`. When they are full, a new upload takes the slot of the
 * slowest one, or of a network that holds at least two more than the new upload's. So slow networks cannot keep others out,
 * however many clients they have.
 */
export function createUploadSlots({
  count,
  perNetwork,
  now = () => performance.now(),
}: UploadSlotsOptions): UploadSlots {
  const active = new Map<ActiveUpload, { startedMs: number }>()

  const slotsOf = (network: string) => Array.from(active.keys()).filter((other) => other.network === network)

  function bytesPerSecond(upload: ActiveUpload): number {
    const seconds = (now() - (active.get(upload)?.startedMs ?? 0)) / 1000
    return upload.receivedBytes() / Math.max(seconds, 0.001)
  }

  function isEvictable(upload: ActiveUpload): boolean {
    const ageMs = now() - (active.get(upload)?.startedMs ?? 0)
    return ageMs >= evictable.afterMs && bytesPerSecond(upload) < evictable.bytesPerSecond
  }

  const slowest = (uploads: ActiveUpload[]) =>
    uploads.sort((one, other) => bytesPerSecond(one) - bytesPerSecond(other))[0]

  /** Returns the upload whose slot a new one takes, or undefined. */
  function findVictim(network: string): ActiveUpload | undefined {
    const own = slotsOf(network)
    if (own.length >= perNetwork) return slowest(own.filter(isEvictable))
    const all = Array.from(active.keys())
    const holdsTooMany = (upload: ActiveUpload) => slotsOf(upload.network).length >= own.length + 2
    return slowest(all.filter(isEvictable)) ?? slowest(all.filter(holdsTooMany))
  }

  const sumBytes = (uploads: ActiveUpload[]) => uploads.reduce((sum, upload) => sum + upload.expectedBytes, 0)

  return {
    expectedBytes: (quotaNetwork) => {
      const all = Array.from(active.keys())
      return {
        networkBytes: sumBytes(all.filter((upload) => upload.quotaNetwork === quotaNetwork)),
        totalBytes: sumBytes(all),
      }
    },

    async use(upload, work) {
      if (active.size >= count || slotsOf(upload.network).length >= perNetwork) {
        const victim = findVictim(upload.network)
        if (victim === undefined) {
          throw new AppError(
            'unavailable',
            'Many files are being uploaded at the moment. Please try again in a few seconds.',
            { retryAfterSeconds },
          )
        }
        active.delete(victim)
        victim.cancel()
      }
      active.set(upload, { startedMs: now() })
      try {
        return await work()
      } finally {
        active.delete(upload)
      }
    },
  }
}
