import { Transform, type Readable } from 'node:stream'
import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import type { BucketConfig } from './storage-config.ts'
import { AppError } from '@priormark/core/platform/errors'

/** Limits how long a caller waits for a store that does not respond, in milliseconds. */
export interface StoreLimits {
  /** Opening a connection. */
  connectMs: number
  /**
   * The longest time without a byte in either direction before a call fails. The SDK starts to count up to three seconds late.
   * The system buffers some megabytes of an upload, so a slow network to the store looks idle (docs/growing.md).
   */
  idleTimeoutMs: number
  /** For how long after the start of a call failed attempts are repeated. */
  retryMs: number
  /** Deleting the parts of a failed upload. The sweeper deletes any that are left. */
  cleanUpMs: number
  /** Checking the bucket, since a person waits for the server or the doctor. */
  checkMs: number
}

/** For requests: repeated attempts, idle time with the delay of the SDK, and the clean-up take less than 15 s in total. */
export const servingLimits: StoreLimits = {
  connectMs: 5_000,
  idleTimeoutMs: 9_000,
  retryMs: 1_000,
  cleanUpMs: 1_000,
  checkMs: 10_000,
}

const maxAttempts = 4
const firstRetryDelayMs = 100

/** @param timeouts how long the store may pause */
export function createS3Client(
  { endpoint, region, accessKeyId, secretAccessKey }: BucketConfig,
  { connectMs, retryMs }: StoreLimits,
  timeouts: { socketTimeout?: number; requestTimeout?: number; throwOnRequestTimeout?: boolean },
): S3Client {
  // A download keeps its connection for as long as the customer reads.
  const agent = { keepAlive: true, maxSockets: Infinity }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts,
    retryStrategy: createRetryStrategy(retryMs),
    // Stores other than Amazon's do not support the newer checksums. The signature covers the SHA-256 of the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, ...timeouts, httpAgent: agent, httpsAgent: agent },
  })
}

type RetryStrategy = Extract<
  NonNullable<S3ClientConfig['retryStrategy']>,
  { acquireInitialRetryToken: unknown }
>
type RetryToken = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>>

/**
 * Repeats calls only shortly after their start. That covers connections that were reset or refused, without making a customer
 * wait several times for a store that does not respond. Every call can be repeated: it puts, reads or deletes one named object.
 */
function createRetryStrategy(retryMs: number): RetryStrategy {
  const startedMs = new WeakMap<RetryToken, number>()
  const newToken = (count: number, delayMs: number, callStartedMs: number): RetryToken => {
    const token = { getRetryCount: () => count, getRetryDelay: () => delayMs }
    startedMs.set(token, callStartedMs)
    return token
  }
  return {
    acquireInitialRetryToken: async () => newToken(0, 0, performance.now()),
    async refreshRetryTokenForRetry(token, { errorType }) {
      const callStartedMs = startedMs.get(token) ?? 0
      const count = token.getRetryCount() + 1
      const delayMs = firstRetryDelayMs * 2 ** token.getRetryCount()
      const isTooLate = performance.now() + delayMs > callStartedMs + retryMs
      // The SDK then throws the error of the attempt.
      if (errorType === 'CLIENT_ERROR' || count >= maxAttempts || isTooLate)
        throw new Error('no more retries')
      return newToken(count, delayMs, callStartedMs)
    },
    recordSuccess: () => undefined,
  }
}

/** Ends a download if the store pauses for too long, but not while its reader pauses. */
export function limitIdleTime(content: Readable, idleTimeoutMs: number): Readable {
  const limited = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh()
      done(null, chunk)
    },
  })
  const timer = setTimeout(() => {
    if (!limited.writableNeedDrain)
      limited.destroy(unavailableError(new Error('the file storage stopped sending')))
  }, idleTimeoutMs)
  content.on('error', (error) => limited.destroy(unavailableError(error)))
  limited
    .on('drain', () => timer.refresh())
    .on('close', () => {
      clearTimeout(timer)
      content.destroy()
    })
  return content.pipe(limited)
}

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
  if (!isMissing(error)) throw unavailableError(error)
}

/** Converts the error of a failed call. The cause contains status and code, and never a file name. */
export function unavailableError(error: unknown): AppError {
  if (statusOf(error) === null) {
    return new AppError('unavailable', 'The file storage is not responding', { cause: error })
  }
  const cause = new Error(`the file storage responded with ${describeError(error)}`)
  return new AppError('unavailable', 'The file storage rejected a request', { cause })
}

/** Returns status and code of a failed call. Only a response in S3's format has a code. */
export function describeError(error: unknown): string {
  const code = error instanceof S3ServiceException && 'Code' in error ? String(error.Code) : ''
  return `${statusOf(error)} ${code}`.trim()
}
