import { openStorage } from '../../platform/storage/open-storage.ts'
import type { BucketConfig } from '../../platform/storage/storage-config.ts'
import { fine, problem, type CheckResult } from './check-result.ts'

/** Checks that the bucket is reachable, exists, and accepts the credentials. Changes nothing. */
export async function checkBucket(storage: BucketConfig): Promise<CheckResult> {
  try {
    await openStorage({ storage, dataDir: '' })
    return fine('The bucket responds.')
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error), 'Check S3_*.')
  }
}
