import { S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '@priormark/core/platform/errors'

/** Returns the status of the response that made a call fail, or null if there was no response. */
export function statusOf(error: unknown): number | null {
  if (!(error instanceof Error && '$metadata' in error)) return null
  const metadata: S3ServiceException['$metadata'] = error.$metadata ?? {}
  return metadata.httpStatusCode ?? null
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404
}

/** @throws AppError unavailable, unless the object is only missing */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw unavailable(error)
}

/** Converts the error of a failed call. The cause contains status and code, and never a file name. */
export function unavailable(error: unknown): AppError {
  if (statusOf(error) === null) {
    return new AppError('unavailable', 'The file storage is not responding', { cause: error })
  }
  const cause = new Error(`the file storage responded with ${describe(error)}`)
  return new AppError('unavailable', 'The file storage rejected a request', { cause })
}

/** Returns status and code of a failed call. Only a response in S3's format has a code. */
export function describe(error: unknown): string {
  const code = error instanceof S3ServiceException && 'Code' in error ? String(error.Code) : ''
  return `${statusOf(error)} ${code}`.trim()
}
