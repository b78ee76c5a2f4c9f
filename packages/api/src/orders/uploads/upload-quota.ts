import { AppError } from '@priormark/core/platform/errors'
import type { DataSettings } from '@priormark/core/settings/groups'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Network } from '../../platform/http/client-address.ts'
import type { Em } from '../../platform/database/database.ts'
import { readRow } from '../../platform/database/rows.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { ArrivingBytes } from './upload-slots.ts'

/** The limits for the files of visitors who have not paid, in bytes. */
export interface UploadQuota {
  /** What one client may use; wider networks have a multiple of it as their share. */
  perNetworkBytes: number
  totalBytes: number
  /** Uploads are rejected if they would leave less free disk space. */
  minFreeBytes: number
}

const megabyte = 1024 * 1024

/** Returns the limits that the settings have. */
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
const retryAfterSeconds = 3_600

/** Reads the current size of unpaid files. */
export async function findUnpaidFileUse(em: Em): Promise<v.InferOutput<typeof UnpaidFileUse>> {
  return readRow(
    em,
    UnpaidFileUse,
    sql`select coalesce(sum(bytes), 0)::float8 as "totalBytes",
       coalesce(max(bytes) filter (where network is not null), 0)::float8 as "largestNetworkBytes"
     from (select network, sum(file_size) as bytes from (${unpaidFiles}) as file group by network) as sums`,
  )
}

/**
 * Checks that there is space for the uploads in progress.
 * @param networks those whose quota the upload counts towards
 * @param arriving the bytes in progress, from these networks and in total, including the new upload
 * @throws AppError rate_limited if one of the networks has used up its quota; storage_full if there is no space at all
 */
export async function checkUploadQuota(
  em: Em,
  {
    storage,
    quota,
    networks,
    arriving,
  }: {
    storage: FileStorage
    quota: UploadQuota
    networks: readonly Network[]
    arriving: ArrivingBytes
  },
): Promise<void> {
  const sums = networks.map(
    ({ name }) => sql`coalesce(sum(file_size) filter (where inside <<= ${name}::inet), 0)`,
  )
  const { networkBytes, totalBytes } = await readRow(
    em,
    StoredBytes,
    sql`select json_build_array(${sql.join(sums)}) as "networkBytes", coalesce(sum(file_size), 0)::float8 as "totalBytes"
     from (select file_size, case when network like '%/%' then network::inet end as inside from (${unpaidFiles}) as file) as file`,
  )
  const isOver = ({ share }: Network, index: number) =>
    (networkBytes[index] ?? 0) + (arriving.networkBytes[index] ?? 0) > quota.perNetworkBytes * share
  if (networks.some(isOver)) {
    throw new AppError(
      'rate_limited',
      'Too many files from your network are waiting for payment. Please pay for an order first, or try again tomorrow.',
      { retryAfterSeconds },
    )
  }
  if (totalBytes + arriving.totalBytes > quota.totalBytes) throw storageFull()
  await checkDiskReserve(storage, quota, arriving.totalBytes)
}

/** Checks that enough disk space stays free after this many more bytes. @throws AppError storage_full */
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
    retryAfterSeconds,
  })
}
