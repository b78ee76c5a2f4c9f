import { AppError } from '@priormark/core/errors'
import { networkOf } from '../http/client-address.ts'

/** When a place may be free again, in seconds: most uploads take no longer. */
const retryAfterSeconds = 10

/** So many uploads at once in this process; each needs memory, a connection and the disk. */
export interface UploadSlots {
  /** Does the work in a place of its own. @throws AppError unavailable where all are taken, or the address has its share */
  use<Result>(address: string, work: () => Promise<Result>): Promise<Result>
}

/** Makes `count` places, of which one address gets half, so that none can keep everybody else out. */
export function createUploadSlots(count: number): UploadSlots {
  const share = Math.max(2, Math.ceil(count / 2))
  const takenBy = new Map<string, number>()
  let taken = 0
  return {
    async use(address, work) {
      const network = networkOf(address)
      const theirs = takenBy.get(network) ?? 0
      if (taken >= count || theirs >= share) {
        throw new AppError(
          'unavailable',
          'Many files are arriving at this moment. Please try again in a few seconds.',
          { retryAfterSeconds },
        )
      }
      taken += 1
      takenBy.set(network, theirs + 1)
      try {
        return await work()
      } finally {
        taken -= 1
        const left = (takenBy.get(network) ?? 0) - 1
        if (left > 0) takenBy.set(network, left)
        else takenBy.delete(network)
      }
    },
  }
}
