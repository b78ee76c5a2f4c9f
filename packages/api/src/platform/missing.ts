import { AppError } from '@priormark/core/platform/errors'

/** Returns what was read, or null if that failed with `not_found`. */
export function nullIfMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
}
