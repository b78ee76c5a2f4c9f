import { createHash } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchUpload,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  S3Client,
  S3ServiceException,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '@priormark/core/errors'
import { maxFileSizeSentence } from '@priormark/core/limits'
import type { FileStorage } from './file-storage.ts'
import type { BucketConfig } from './storage-config.ts'
import { checkStorageKey, isStorageKey } from './storage-key.ts'

/** The smallest part of a multipart upload that S3 accepts, which is also the memory that one upload uses, in bytes. */
const partBytes = 5 * 1024 * 1024

/** How often a call is attempted. Every call can be repeated: it puts, reads or deletes one named object. */
const maxAttempts = 4

/** How long the store may take to start responding, in milliseconds. */
const responseTimeoutMs = 60_000

/** The timeout for checking the bucket, in milliseconds, since a person waits for the server or the doctor. */
const checkTimeoutMs = 10_000

/**
 * Stores files in a bucket of an S3-compatible store, with path-style addresses (endpoint/bucket/name). A file of several
 * parts exists once the store has assembled them.
 * @throws Error with a sentence if the bucket cannot be used
 */
export async function openS3Storage(config: BucketConfig): Promise<FileStorage> {
  const client = openClient(config)
  const { bucket: Bucket, prefix } = config
  const object = (key: string) => ({ Bucket, Key: prefix + checkStorageKey(key) })
  const keyOf = (name = '') => name.slice(prefix.length)
  await checkBucket(client, config)

  return {
    check: () => checkBucket(client, config),

    async write(key, content, { maxBytes }) {
      const target = object(key)
      const received = countBytes(content, maxBytes)
      const upload = new Upload({
        client,
        params: { ...target, Body: Readable.from(received.chunks(), { objectMode: false }) },
        partSize: partBytes,
        queueSize: 1,
      })
      try {
        await upload.done()
      } catch (error) {
        if (received.failure() !== null) throw received.failure()
        const isStored = error instanceof NoSuchUpload && (await hasSize(client, target, received.bytes()))
        if (!isStored) throw unavailable(error)
      }
      return { bytes: received.bytes(), sha256: received.sha256() }
    },

    async read(key, range, signal) {
      const input = {
        ...object(key),
        ...(range == null ? {} : { Range: `bytes=${range.first}-${range.last}` }),
      }
      try {
        const { Body, ContentRange, ContentLength } = await client.send(
          new GetObjectCommand(input),
          signal === undefined ? {} : { abortSignal: signal },
        )
        const content = Body instanceof Readable ? Body : Readable.from([])
        if (signal !== undefined) addAbortSignal(signal, content)
        return { content, bytes: Number(ContentRange?.split('/')[1] ?? ContentLength) }
      } catch (error) {
        if (isMissing(error)) throw new AppError('not_found', 'The file does not exist any longer')
        throw unavailable(error)
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(object(key))).catch(ignoreMissing)
    },

    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
          for (const { Key, LastModified, Size } of Contents) {
            const key = keyOf(Key)
            // The bucket may contain other programs' files.
            if (!isStorageKey(key) || LastModified === undefined) continue
            yield { key, modifiedAt: LastModified, bytes: Size ?? 0 }
          }
        }
      } catch (error) {
        throw unavailable(error)
      }
    },

    freeBytes: async () => null,

    async sweepTemporary(olderThan) {
      let removed = 0
      let markers: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | null = {}
      do {
        const input = { Bucket, Prefix: prefix, ...markers }
        const page: ListMultipartUploadsCommandOutput = await client
          .send(new ListMultipartUploadsCommand(input))
          .catch((error: unknown) => Promise.reject(unavailable(error)))
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          const key = keyOf(Key)
          if (!isStorageKey(key) || Initiated === undefined || Initiated >= olderThan) continue
          await client
            .send(new AbortMultipartUploadCommand({ ...object(key), UploadId }))
            .catch(ignoreMissing)
          removed += 1
        }
        const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
        markers = IsTruncated === true && KeyMarker !== undefined ? { KeyMarker, UploadIdMarker } : null
      } while (markers !== null)
      return removed
    },
  }
}

function openClient({ endpoint, region, accessKeyId, secretAccessKey }: BucketConfig): S3Client {
  // A download keeps its connection for as long as the customer reads.
  const agent = { keepAlive: true, maxSockets: Infinity }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts,
    // Stores other than Amazon's do not support the newer checksums. The signature covers the SHA-256 of the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      requestTimeout: responseTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/** Passes on a stream in chunks, counts and hashes them, and remembers why it failed. */
function countBytes(content: Readable, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  let failure: unknown = null
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of content) {
        if (!Buffer.isBuffer(chunk)) throw new TypeError('expected the content as buffers')
        bytes += chunk.length
        if (bytes > maxBytes) throw new AppError('file_too_large', maxFileSizeSentence(maxBytes))
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      failure = error
      throw error
    }
  }
  return { chunks, bytes: () => bytes, sha256: () => hash.digest('hex'), failure: () => failure }
}

/**
 * Whether a file has its full size. If the response to the last call of an upload is lost, the repeated call does not find
 * the upload any longer, although the file is stored.
 */
async function hasSize(
  client: S3Client,
  target: { Bucket: string; Key: string },
  bytes: number,
): Promise<boolean> {
  const found = await client.send(new HeadObjectCommand(target)).catch(ignoreMissing)
  return found?.ContentLength === bytes
}

async function checkBucket(client: S3Client, { endpoint, bucket }: BucketConfig): Promise<void> {
  const place = `The bucket ${bucket} at ${endpoint}`
  const abortSignal = AbortSignal.timeout(checkTimeoutMs)
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), { abortSignal })
  } catch (cause) {
    if (statusOf(cause) === null) {
      const what = abortSignal.aborted ? 'does not respond' : 'cannot be reached'
      throw new Error(`${place} ${what}. Check S3_ENDPOINT and the network.`, { cause })
    }
    const reason = describe(cause)
    if (isMissing(cause)) throw new Error(`${place} does not exist (${reason}). Check S3_BUCKET.`)
    throw new Error(
      `${place} cannot be used (${reason}). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.`,
    )
  }
}

/** Returns the status of the response that made a call fail, or null if there was no response. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error && '$metadata' in error)) return null
  const metadata: S3ServiceException['$metadata'] = error.$metadata ?? {}
  return metadata.httpStatusCode ?? null
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404
}

/** @throws AppError unavailable, unless the object is only missing */
function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw unavailable(error)
}

/** Converts the error of a failed call. The cause contains status and code, and never a file name. */
function unavailable(error: unknown): AppError {
  if (statusOf(error) === null) {
    return new AppError('unavailable', 'The file storage is not responding', { cause: error })
  }
  const cause = new Error(`the file storage responded with ${describe(error)}`)
  return new AppError('unavailable', 'The file storage rejected a request', { cause })
}

/** Returns status and code of a failed call. Only a response in S3's format has a code. */
function describe(error: unknown): string {
  const code = error instanceof S3ServiceException && 'Code' in error ? String(error.Code) : ''
  return `${statusOf(error)} ${code}`.trim()
}
