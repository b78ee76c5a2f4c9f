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
  type S3Client,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '@priormark/core/platform/errors'
import { maxFileSizeMessage } from '@priormark/core/platform/limits'
import { type FileStorage, checkStorageKey, createFileHasher, isStorageKey } from './file-storage.ts'
import type { BucketConfig } from './storage-config.ts'
import {
  limitIdleTime,
  createS3Client,
  servingLimits,
  type StoreLimits,
  describeError,
  ignoreMissing,
  isMissing,
  statusOf,
  unavailableError,
} from './s3-client.ts'

/** The smallest part of a multipart upload that S3 accepts, which is also the memory that one upload uses, in bytes. */
const partBytes = 5 * 1024 * 1024

/**
 * Stores files in a bucket of an S3-compatible store, with path-style addresses (endpoint/bucket/name). A file of several
 * parts exists once the store has assembled them.
 * @throws Error if the bucket cannot be used, with the settings to check
 */
export async function openS3Storage(
  config: BucketConfig,
  limits: StoreLimits = servingLimits,
): Promise<FileStorage> {
  const client = createS3Client(config, limits, { socketTimeout: limits.idleTimeoutMs })
  // Limits only the wait for a response: while a customer reads slowly, the connection pauses too. limitIdleTime() covers the content.
  const responseTimeout = { requestTimeout: limits.idleTimeoutMs, throwOnRequestTimeout: true }
  const downloads = createS3Client(config, limits, responseTimeout)
  const { bucket: Bucket, prefix } = config
  const object = (key: string) => ({ Bucket, Key: prefix + checkStorageKey(key) })
  const keyOf = (name = '') => name.slice(prefix.length)
  const removeParts = async (target: ReturnType<typeof object>, UploadId: string) => {
    const command = new AbortMultipartUploadCommand({ ...target, UploadId })
    const abortSignal = AbortSignal.timeout(limits.cleanUpMs)
    await client.send(command, { abortSignal }).catch(() => undefined)
  }
  await checkBucket(client, config, limits)

  return {
    check: () => checkBucket(client, config, limits),

    async write(key, content, { maxBytes }) {
      const target = object(key)
      const byteCounter = countBytes(content, maxBytes)
      const upload = new Upload({
        client,
        params: { ...target, Body: Readable.from(byteCounter.chunks(), { objectMode: false }) },
        partSize: partBytes,
        queueSize: 1,
        // Removed below with a shorter time limit than the library's.
        leavePartsOnError: true,
      })
      try {
        await upload.done()
      } catch (error) {
        const isStored = error instanceof NoSuchUpload && (await hasSize(client, target, byteCounter.bytes()))
        if (!isStored) {
          if (upload.uploadId !== undefined) await removeParts(target, upload.uploadId)
          throw byteCounter.failure() ?? unavailableError(error)
        }
      }
      return { bytes: byteCounter.bytes(), ...byteCounter.hashes() }
    },

    async read(key, range, signal) {
      const part = range == null ? {} : { Range: `bytes=${range.first}-${range.last}` }
      const command = new GetObjectCommand({ ...object(key), ...part })
      const options = signal === undefined ? {} : { abortSignal: signal }
      try {
        const { Body, ContentRange, ContentLength } = await downloads.send(command, options)
        const content = limitIdleTime(
          Body instanceof Readable ? Body : Readable.from([]),
          limits.idleTimeoutMs,
        )
        if (signal !== undefined) addAbortSignal(signal, content)
        return { content, bytes: Number(ContentRange?.split('/')[1] ?? ContentLength) }
      } catch (error) {
        if (isMissing(error)) throw new AppError('not_found', 'The file no longer exists')
        throw unavailableError(error)
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
        throw unavailableError(error)
      }
    },

    freeBytes: async () => null,

    async sweepTemporary(olderThan) {
      let removedCount = 0
      let markers: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | null = {}
      do {
        const input = { Bucket, Prefix: prefix, ...markers }
        const page: ListMultipartUploadsCommandOutput = await client
          .send(new ListMultipartUploadsCommand(input))
          .catch((error: unknown) => Promise.reject(unavailableError(error)))
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          const key = keyOf(Key)
          if (!isStorageKey(key) || Initiated === undefined || Initiated >= olderThan) continue
          const command = new AbortMultipartUploadCommand({ ...object(key), UploadId })
          await client.send(command).catch(ignoreMissing)
          removedCount += 1
        }
        const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
        markers = IsTruncated === true && KeyMarker !== undefined ? { KeyMarker, UploadIdMarker } : null
      } while (markers !== null)
      return removedCount
    },
  }
}

/** Passes on the chunks of a stream, counts and hashes their bytes, and remembers why the stream failed. */
function countBytes(content: Readable, maxBytes: number) {
  const hasher = createFileHasher()
  let bytes = 0
  let failure: unknown = null
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of content) {
        if (!Buffer.isBuffer(chunk)) throw new TypeError('expected the content as buffers')
        bytes += chunk.length
        if (bytes > maxBytes) throw new AppError('file_too_large', maxFileSizeMessage(maxBytes))
        hasher.update(chunk)
        yield chunk
      }
    } catch (error) {
      failure = error
      throw error
    }
  }
  return { chunks, bytes: () => bytes, hashes: hasher.digest, failure: () => failure }
}

/**
 * Whether a file has its full size. If the response to the last call of an upload is lost, the repeated call does not find
 * the upload anymore, although the file is stored.
 */
async function hasSize(
  client: S3Client,
  target: { Bucket: string; Key: string },
  bytes: number,
): Promise<boolean> {
  const head = await client.send(new HeadObjectCommand(target)).catch(ignoreMissing)
  return head?.ContentLength === bytes
}

async function checkBucket(
  client: S3Client,
  { endpoint, bucket }: BucketConfig,
  { checkMs }: StoreLimits,
): Promise<void> {
  const place = `The bucket ${bucket} at ${endpoint}`
  const abortSignal = AbortSignal.timeout(checkMs)
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), { abortSignal })
  } catch (cause) {
    if (statusOf(cause) === null) {
      const symptom = abortSignal.aborted ? 'does not respond' : 'can’t be reached'
      throw new Error(`${place} ${symptom}. Check S3_ENDPOINT and the network.`, { cause })
    }
    const reason = describeError(cause)
    if (isMissing(cause)) throw new Error(`${place} does not exist (${reason}). Check S3_BUCKET.`)
    throw new Error(
      `${place} cannot be used (${reason}). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.`,
    )
  }
}
