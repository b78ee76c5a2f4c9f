import { AppError } from '@priormark/core/errors'
import { maxOrderFileBytes } from '@priormark/core/limits'
import type { Em } from '../sql/database.ts'
import type { FileStorage } from '../storage/file-storage.ts'

/** How much the files of visitors who have not paid may take, in bytes. */
export interface UploadQuota {
  perNetworkBytes: number
  totalBytes: number
  /** Uploads are refused when they would leave less of the disk. */
  minFreeBytes: number
}

/** What unpaid files take now, in bytes. */
export interface UnpaidFileUse {
  totalBytes: number
  largestNetworkBytes: number
}

/** Uploads that are no order yet, parts of unfinished ones, and the files of orders that nobody has paid. */
const unpaidFiles = `
  select network, file_size from upload
  union all
  select network, part_size from upload_part
  union all
  select upload_network, file_size from orders where storage_key is not null and not payment_confirmed`

/** When to try again, in seconds: unpaid files go about a day after their last use, and are looked for every hour. */
const retryAfterSeconds = 3_600

/** Reads what unpaid files take. */
export async function findUnpaidFileUse(em: Em): Promise<UnpaidFileUse> {
  const [row] = await em.execute<{ total: string; largest: string }[]>(
    `select coalesce(sum(bytes), 0) as total, coalesce(max(bytes) filter (where network is not null), 0) as largest
     from (select network, sum(file_size) as bytes from (${unpaidFiles}) as file group by network) as sums`,
  )
  return { totalBytes: Number(row?.total ?? 0), largestNetworkBytes: Number(row?.largest ?? 0) }
}

/**
 * Checks that there is room for the uploads that are arriving.
 * @param arriving the bytes that are on their way, from this network and in all, the new upload's included
 * @throws AppError rate_limited when the network has used up its quota; storage_full when there is no room for anybody
 */
export async function checkUploadQuota(
  em: Em,
  {
    storage,
    quota,
    network,
    arriving,
  }: {
    storage: FileStorage
    quota: UploadQuota
    network: string
    arriving: { networkBytes: number; totalBytes: number }
  },
): Promise<void> {
  const [row] = await em.execute<{ total: string; own: string }[]>(
    `select coalesce(sum(file_size), 0) as total, coalesce(sum(file_size) filter (where network = ?), 0) as own
     from (${unpaidFiles}) as file`,
    [network],
  )
  if (Number(row?.own ?? 0) + arriving.networkBytes > quota.perNetworkBytes) {
    throw new AppError(
      'rate_limited',
      'Too many files from your network are waiting for payment. Please pay for an order first, or try again tomorrow.',
      { retryAfterSeconds },
    )
  }
  if (Number(row?.total ?? 0) + arriving.totalBytes > quota.totalBytes) throw storageFull()
  await checkDiskReserve(storage, quota, arriving.totalBytes)
}

/** Checks that so many more bytes leave enough of the disk free. @throws AppError storage_full */
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

/** Returns how many bytes an upload may have: what the request says, or the most that is accepted when it does not say. */
export function expectedUploadBytes(contentLength: string): number {
  return contentLength === '' ? maxOrderFileBytes : Number(contentLength)
}
