import { AppError } from '@priormark/core/platform/errors'
import type { Network } from '../../platform/http/client-address.ts'

/** When to retry, in seconds: most uploads take no longer. */
const retryAfterSeconds = 10

/** An upload slower than the minimum, once it is old enough to judge, loses its slot if another upload needs one. */
const judgedAfterMs = 10_000

/** The minimum speed in bytes per second. It doubles while uploads are rejected, and falls back when that ends. */
const minSpeed = { usual: 16 * 1024, highest: 128 * 1024, doublesAfterMs: 5_000, calmAfterMs: 60_000 }

/** An upload in progress. */
export interface ActiveUpload {
  /** The networks of the client, see `networksOf`. */
  networks: readonly Network[]
  /** The networks whose quota it counts towards: for a part, those in which its upload began. */
  quotaNetworks: readonly Network[]
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
  /**
   * Returns the expected bytes of the uploads in the slots, for the quota of each of these networks and in total.
   * @param moreBytes those of an upload that has no slot yet
   */
  expectedBytes(quotaNetworks: readonly Network[], moreBytes?: number): ArrivingBytes
}

export interface ArrivingBytes {
  /** For each network, in their order. */
  networkBytes: number[]
  totalBytes: number
}

interface UploadSlotsOptions {
  count: number
  /** How many one client may have; wider networks have a multiple of it as their share. */
  perNetwork: number
  /** Returns a monotonic time in milliseconds. */
  now?: () => number
}

/**
 * Creates `count` slots, of which each network gets its share. When they are full, a new upload takes the slot of one that is too
 * slow, or of a network that holds at least two more than the new upload's; among several, of the network that holds the most.
 * Networks are compared from the widest to the narrowest, so an attacker cannot keep others out, however many clients and addresses
 * there are in a few networks.
 */
export function createUploadSlots({
  count,
  perNetwork,
  now = () => performance.now(),
}: UploadSlotsOptions): UploadSlots {
  const active = new Map<ActiveUpload, { startedMs: number }>()
  const pressure = { minBytesPerSecond: minSpeed.usual, raisedMs: -Infinity, rejectedMs: -Infinity }

  const ageMs = (upload: ActiveUpload) => now() - (active.get(upload)?.startedMs ?? 0)
  const bytesPerSecond = (upload: ActiveUpload) =>
    upload.receivedBytes() / Math.max(ageMs(upload) / 1000, 0.001)

  function isTooSlow(upload: ActiveUpload): boolean {
    return ageMs(upload) >= judgedAfterMs && bytesPerSecond(upload) < pressure.minBytesPerSecond
  }

  const slowest = (uploads: ActiveUpload[]) =>
    uploads.toSorted((one, other) => bytesPerSecond(one) - bytesPerSecond(other))[0]

  /** Returns the uploads of the narrowest network of the new upload that has no slot left; all if they are all taken; else null. */
  function fullUploads({ networks }: ActiveUpload): ActiveUpload[] | null {
    const all = Array.from(active.keys())
    for (const { name, share } of networks) {
      const own = all.filter((upload) => upload.networks.some((network) => network.name === name))
      if (own.length >= perNetwork * share) return own
    }
    return all.length >= count ? all : null
  }

  function raisePressure(): void {
    pressure.rejectedMs = now()
    if (now() - pressure.raisedMs < minSpeed.doublesAfterMs) return
    pressure.raisedMs = now()
    pressure.minBytesPerSecond = Math.min(pressure.minBytesPerSecond * 2, minSpeed.highest)
  }

  function relievePressure(): void {
    if (now() - pressure.rejectedMs >= minSpeed.calmAfterMs) pressure.minBytesPerSecond = minSpeed.usual
  }

  const sumBytes = (uploads: ActiveUpload[]) => uploads.reduce((sum, upload) => sum + upload.expectedBytes, 0)

  return {
    expectedBytes: (quotaNetworks, moreBytes = 0) => {
      const all = Array.from(active.keys())
      const ofNetwork = ({ name }: Network) =>
        all.filter((upload) => upload.quotaNetworks.some((network) => network.name === name))
      return {
        networkBytes: quotaNetworks.map((network) => sumBytes(ofNetwork(network)) + moreBytes),
        totalBytes: sumBytes(all) + moreBytes,
      }
    },

    async use(upload, work) {
      const full = fullUploads(upload)
      if (full !== null) {
        relievePressure()
        const victim = slowest(mostCrowded(full.filter(isTooSlow))) ?? slowest(overrepresented(full, upload))
        if (victim === undefined) {
          raisePressure()
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

/** Counted from the widest network; an address of IPv4 has one fewer. */
const levels = [0, 1, 2]

/** Returns the name of an upload's network at a level, or of its narrowest one below that. */
function networkAt({ networks }: ActiveUpload, level: number): string {
  return networks[Math.max(networks.length - 1 - level, 0)]?.name ?? ''
}

/** Returns the uploads of the narrowest networks that hold the most, inside the wider ones that do. */
function mostCrowded(uploads: ActiveUpload[]): ActiveUpload[] {
  return levels.reduce((rest, level) => {
    const groups = Array.from(groupAt(rest, level).values())
    return groups.filter(({ length }) => length === longest(groups)).flat()
  }, uploads)
}

/**
 * Returns the uploads of networks that hold at least two more than the one beside them to which a new upload belongs; none if
 * there are no such networks.
 */
function overrepresented(uploads: ActiveUpload[], newcomer: ActiveUpload): ActiveUpload[] {
  let rest = uploads
  for (const level of levels) {
    const groups = groupAt(rest, level)
    const own = groups.get(networkAt(newcomer, level)) ?? []
    if (longest(groups.values()) >= own.length + 2) return mostCrowded(rest)
    rest = own
  }
  return []
}

const groupAt = (uploads: ActiveUpload[], level: number) =>
  Map.groupBy(uploads, (upload) => networkAt(upload, level))

function longest(groups: Iterable<ActiveUpload[]>): number {
  return Math.max(0, ...Array.from(groups, ({ length }) => length))
}
