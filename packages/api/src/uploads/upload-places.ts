import { AppError } from '@priormark/core/errors'

/** When a place may be free again, in seconds: most uploads take no longer. */
const retryAfterSeconds = 10

/** So many uploads at once in this process; each needs memory, a connection and the disk. */
export interface UploadPlaces {
  /** Does the work in a place of its own. @throws AppError unavailable where all are taken */
  use<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Makes `count` places. */
export function createUploadPlaces(count: number): UploadPlaces {
  let taken = 0
  return {
    async use(work) {
      if (taken >= count) {
        throw new AppError(
          'unavailable',
          'Many files are arriving at this moment. Please try again in a few seconds.',
          { retryAfterSeconds },
        )
      }
      taken += 1
      try {
        return await work()
      } finally {
        taken -= 1
      }
    },
  }
}
