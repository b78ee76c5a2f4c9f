import { AppError } from '@priormark/core/platform/errors'
import type { DataSettings } from '@priormark/core/settings/groups'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Network } from '../../platform/http/client-address.ts'
import type { Em } from '../../platform/database/database.ts'
import { readRow } from '../../platform/database/rows.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'

// An upload is admitted if it gets a slot and the quota for the files of visitors who have not paid allows it.

/** When to retry, in seconds: most uploads take no longer. */
const slotRetrySeconds = 10

/** The age from which an upload that is slower than the minimum loses its slot if another upload needs one. */
const slowAfterMs = 10_000

/** The minimum speed in bytes per second. It doubles while uploads are rejected, and is reset some time after the last rejection. */
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

export interface ArrivingBytes {
  /** For each network, in their order. */
  networkBytes: number[]
  totalBytes: number
}

export type UploadSlots = ReturnType<typeof createUploadSlots>

/**
 * Limits how many uploads this process receives at once: each needs memory, a connection and the disk. Creates `count` slots, of
 * which each network gets its share. When they are full, a new upload takes the slot of one that is too slow, or of a network that
 * holds at least two more than the new upload's; among several, of the network that holds the most. Networks are compared from the
 * widest to the narrowest, so an attacker cannot keep others out, however many clients and addresses there are in a few networks.
 * @param slots `perNetwork`: how many one client may have; wider networks have a multiple of it as their share
 * @param now returns a monotonic time in milliseconds
 */
export function createUploadSlots(
  { count, perNetwork }: { count: number; perNetwork: number },
  now = () => performance.now(),
) {
  const active = new Map<ActiveUpload, { startedMs: number }>()
  const pressure = { minBytesPerSecond: minSpeed.usual, raisedMs: -Infinity, rejectedMs: -Infinity }

  const ageMs = (upload: ActiveUpload) => now() - (active.get(upload)?.startedMs ?? 0)
  const bytesPerSecond = (upload: ActiveUpload) =>
    upload.receivedBytes() / Math.max(ageMs(upload) / 1000, 0.001)

  function isTooSlow(upload: ActiveUpload): boolean {
    return ageMs(upload) >= slowAfterMs && bytesPerSecond(upload) < pressure.minBytesPerSecond
  }

  const findSlowest = (uploads: ActiveUpload[]) =>
    uploads.toSorted((one, other) => bytesPerSecond(one) - bytesPerSecond(other))[0]

  /** Returns the uploads in the narrowest network of the new upload that has no slot left, or all if no slot is left; else null. */
  function findCompetitors({ networks }: ActiveUpload): ActiveUpload[] | null {
    const allUploads = Array.from(active.keys())
    for (const { name, share } of networks) {
      const networkUploads = allUploads.filter((upload) =>
        upload.networks.some((network) => network.name === name),
      )
      if (networkUploads.length >= perNetwork * share) return networkUploads
    }
    return allUploads.length >= count ? allUploads : null
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
    /**
     * Returns the expected bytes of the uploads in the slots, for the quota of each of these networks and in total.
     * @param moreBytes the expected bytes of an upload that has no slot yet
     */
    expectedBytes(quotaNetworks: readonly Network[], moreBytes = 0): ArrivingBytes {
      const allUploads = Array.from(active.keys())
      const ofNetwork = ({ name }: Network) =>
        allUploads.filter((upload) => upload.quotaNetworks.some((network) => network.name === name))
      return {
        networkBytes: quotaNetworks.map((network) => sumBytes(ofNetwork(network)) + moreBytes),
        totalBytes: sumBytes(allUploads) + moreBytes,
      }
    },

    /** Runs `work` in a slot. @throws AppError unavailable if no slot is free and none can be freed */
    async use<Result>(upload: ActiveUpload, work: () => Promise<Result>): Promise<Result> {
      const competitors = findCompetitors(upload)
      if (competitors !== null) {
        relievePressure()
        const victim =
          findSlowest(mostCrowded(competitors.filter(isTooSlow))) ??
          findSlowest(overrepresented(competitors, upload))
        if (victim === undefined) {
          raisePressure()
          throw new AppError(
            'unavailable',
            'Many files are being uploaded at the moment. Please try again in a few seconds.',
            { retryAfterSeconds: slotRetrySeconds },
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

/** The levels of networks, from the widest. An IPv4 address has one fewer. */
const levels = [0, 1, 2]

/** Returns the name of an upload's network at a level, or of its narrowest one below that. */
function networkAt({ networks }: ActiveUpload, level: number): string {
  return networks[Math.max(networks.length - 1 - level, 0)]?.name ?? ''
}

/** Keeps, at each level from the widest, only the uploads of the networks that hold the most. */
function mostCrowded(uploads: ActiveUpload[]): ActiveUpload[] {
  return levels.reduce((remainingUploads, level) => {
    const groups = Array.from(groupAt(remainingUploads, level).values())
    return groups.filter(({ length }) => length === longestLength(groups)).flat()
  }, uploads)
}

/**
 * Returns the uploads of networks that hold at least two more than the network of the same level to which a new upload belongs; none
 * if there are no such networks.
 */
function overrepresented(uploads: ActiveUpload[], newUpload: ActiveUpload): ActiveUpload[] {
  let remainingUploads = uploads
  for (const level of levels) {
    const groups = groupAt(remainingUploads, level)
    const ownUploads = groups.get(networkAt(newUpload, level)) ?? []
    if (longestLength(groups.values()) >= ownUploads.length + 2) return mostCrowded(remainingUploads)
    remainingUploads = ownUploads
  }
  return []
}

const groupAt = (uploads: ActiveUpload[], level: number) =>
  Map.groupBy(uploads, (upload) => networkAt(upload, level))

function longestLength(groups: Iterable<ActiveUpload[]>): number {
  return Math.max(0, ...Array.from(groups, ({ length }) => length))
}

/** The limits for the files of visitors who have not paid, in bytes. */
export interface UploadQuota {
  /** What one client may use; wider networks have a multiple of it as their share. */
  perNetworkBytes: number
  totalBytes: number
  /** Uploads are rejected if they would leave less free disk space. */
  minFreeBytes: number
}

const megabyte = 1024 * 1024

/** Returns the limits of the settings, in bytes. */
export function uploadQuota({ unpaidMbPerNetwork, unpaidMbTotal, minFreeDiskMb }: DataSettings): UploadQuota {
  return {
    perNetworkBytes: unpaidMbPerNetwork * megabyte,
    totalBytes: unpaidMbTotal * megabyte,
    minFreeBytes: minFreeDiskMb * megabyte,
  }
}

/** The current size of unpaid files, in bytes. */
const UnpaidFileUse = v.object({ totalBytes: v.number(), largestNetworkBytes: v.number() })

/** The current size of unpaid files of some networks, in their order, and of all, in bytes. */
const StoredBytes = v.object({ networkBytes: v.array(v.number()), totalBytes: v.number() })

/** Uploads without an order, parts of unfinished uploads, and the files of unpaid orders. */
const unpaidFiles = sql`
  select network, file_size from upload
  union all
  select network, part_size from upload_part
  union all
  select upload_network, file_size from orders where storage_key is not null and not payment_confirmed`

/** When to retry, in seconds: unpaid files are deleted about a day after their last use, in an hourly sweep. */
const quotaRetrySeconds = 3_600

/** Reads the current size of unpaid files. */
export async function findUnpaidFileUse(em: Em): Promise<v.InferOutput<typeof UnpaidFileUse>> {
  return readRow(em, UnpaidFileUse)`
    select coalesce(sum(bytes), 0)::float8 as "totalBytes",
      coalesce(max(bytes) filter (where network is not null), 0)::float8 as "largestNetworkBytes"
    from (select network, sum(file_size) as bytes from (${unpaidFiles}) as file group by network) as sums`
}

/**
 * Checks that there is space for the uploads in progress.
 * @param upload `networks`: those whose quota it counts towards; `arriving`: the bytes in progress, from these networks and in
 * total, including the new upload
 * @throws AppError rate_limited if one of the networks has used up its quota; storage_full if there is no space at all
 */
export async function checkUploadQuota(
  em: Em,
  { storage, quota }: { storage: FileStorage; quota: UploadQuota },
  { networks, arriving }: { networks: readonly Network[]; arriving: ArrivingBytes },
): Promise<void> {
  const sums = networks.map(
    ({ name }) => sql`coalesce(sum(file_size) filter (where inside <<= ${name}::inet), 0)`,
  )
  const { networkBytes, totalBytes } = await readRow(em, StoredBytes)`
    select json_build_array(${sql.join(sums)}) as "networkBytes", coalesce(sum(file_size), 0)::float8 as "totalBytes"
    from (select file_size, case when network like '%/%' then network::inet end as inside from (${unpaidFiles}) as file) as file`
  const exceedsShare = ({ share }: Network, index: number) =>
    (networkBytes[index] ?? 0) + (arriving.networkBytes[index] ?? 0) > quota.perNetworkBytes * share
  if (networks.some(exceedsShare)) {
    throw new AppError(
      'rate_limited',
      'Too many files from your network are waiting for payment. Please pay for an order first, or try again tomorrow.',
      { retryAfterSeconds: quotaRetrySeconds },
    )
  }
  if (totalBytes + arriving.totalBytes > quota.totalBytes) throw storageFull()
  await checkDiskReserve(storage, quota, arriving.totalBytes)
}

/** Checks that enough disk space stays free after `arrivingBytes`. @throws AppError storage_full */
export async function checkDiskReserve(
  storage: FileStorage,
  quota: UploadQuota,
  arrivingBytes: number,
): Promise<void> {
  const freeBytes = await storage.freeBytes()
  if (freeBytes !== null && freeBytes - arrivingBytes < quota.minFreeBytes) throw storageFull()
}

function storageFull(): AppError {
  return new AppError('storage_full', 'We can’t accept new files right now. Please try again later.', {
    retryAfterSeconds: quotaRetrySeconds,
  })
}
