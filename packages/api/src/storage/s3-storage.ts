import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '@priormark/core/errors'
import { maxFileSizeSentence } from '@priormark/core/limits'
import {
  openBucketClient,
  refused,
  textOf,
  xmlElements,
  xmlText,
  type BucketClient,
} from './bucket-client.ts'
import type { FileStorage } from './file-storage.ts'
import { checkStorageKey, isStorageKey } from './storage-key.ts'
import type { BucketConfig } from './storage-config.ts'

/** The least that S3 takes as a part of a larger upload, and all that an upload holds in memory, in bytes. */
const partBytes = 5 * 1024 * 1024

/** How long the bucket may take to answer when it is opened, in milliseconds: somebody waits for the server or the doctor. */
const openPatienceMs = 10_000

/**
 * Keeps files in a bucket of an S3-compatible store. A file of several parts is there once the store has put them together,
 * so a part of a file never passes for the file. @throws Error with a sentence where the bucket cannot be used
 */
export async function openS3Storage(config: BucketConfig): Promise<FileStorage> {
  const call = openBucketClient(config)
  await checkBucket(call, config)
  const inPrefix = (name: string) => name.slice(config.prefix.length)

  return {
    check: () => checkBucket(call, config),

    async write(key, content, { maxBytes }) {
      const name = checkStorageKey(key)
      const hash = createHash('sha256')
      const upload = openPartUpload(call, name)
      let bytes = 0
      const part = Buffer.allocUnsafe(partBytes)
      let filled = 0
      try {
        for await (const chunk of content) {
          if (!Buffer.isBuffer(chunk)) throw new TypeError('a file comes in bytes')
          bytes += chunk.length
          if (bytes > maxBytes) throw new AppError('file_too_large', maxFileSizeSentence(maxBytes))
          hash.update(chunk)
          for (let taken = 0; taken < chunk.length;) {
            // A full part leaves when more comes: the last one may be of any size, and a file of one part goes whole.
            if (filled === partBytes) {
              await upload.add(part)
              filled = 0
            }
            const copied = chunk.copy(part, filled, taken)
            filled += copied
            taken += copied
          }
        }
        await upload.finish(part.subarray(0, filled), bytes)
      } catch (error) {
        await upload.abandon()
        throw error
      }
      return { bytes, sha256: hash.digest('hex') }
    },

    async read(key, range, signal) {
      const headers = range == null ? {} : { range: `bytes=${range.first}-${range.last}` }
      const response = await call({ method: 'GET', name: checkStorageKey(key), headers, signal })
      if (response.status === 404) {
        await response.body?.cancel()
        throw new AppError('not_found', 'The file is not there any more')
      }
      if (!response.ok) throw refused(response.status, await response.text())
      const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      const bytes = Number(whole ?? response.headers.get('content-length'))
      return { content: response.body === null ? Readable.from([]) : Readable.fromWeb(response.body), bytes }
    },

    async remove(key) {
      const response = await call({ method: 'DELETE', name: checkStorageKey(key) })
      if (response.status !== 404) await textOf(response)
    },

    async *list() {
      let token: string | null = null
      do {
        const xml: string = await textOf(
          await call({
            method: 'GET',
            query: {
              'list-type': '2',
              ...(config.prefix === '' ? {} : { prefix: config.prefix }),
              ...(token === null ? {} : { 'continuation-token': token }),
            },
          }),
        )
        for (const entry of xmlElements(xml, 'Contents')) {
          const key = inPrefix(xmlText(entry, 'Key') ?? '')
          // The bucket may hold more than ours.
          if (!isStorageKey(key)) continue
          const modifiedAt = new Date(xmlText(entry, 'LastModified') ?? '')
          yield { key, modifiedAt, bytes: Number(xmlText(entry, 'Size')) }
        }
        token = xmlText(xml, 'IsTruncated') === 'true' ? xmlText(xml, 'NextContinuationToken') : null
      } while (token !== null)
    },

    async sweepTemporary(olderThan) {
      let removed = 0
      let markers: Record<string, string> | null = {}
      do {
        const query: Record<string, string> = {
          uploads: '',
          ...(config.prefix === '' ? {} : { prefix: config.prefix }),
          ...markers,
        }
        const xml: string = await textOf(await call({ method: 'GET', query }))
        for (const entry of xmlElements(xml, 'Upload')) {
          const name = inPrefix(xmlText(entry, 'Key') ?? '')
          const uploadId = xmlText(entry, 'UploadId') ?? ''
          if (!isStorageKey(name) || new Date(xmlText(entry, 'Initiated') ?? '') >= olderThan) continue
          await abandonUpload(call, name, uploadId)
          removed += 1
        }
        const keyMarker = xmlText(xml, 'NextKeyMarker')
        markers =
          xmlText(xml, 'IsTruncated') === 'true' && keyMarker !== null
            ? { 'key-marker': keyMarker, 'upload-id-marker': xmlText(xml, 'NextUploadIdMarker') ?? '' }
            : null
      } while (markers !== null)
      return removed
    },
  }
}

/** Takes the parts of a file one after the other; nothing is under its name before finish() resolves. */
function openPartUpload(call: BucketClient, name: string) {
  let uploadId: string | null = null
  const tags: string[] = []

  async function begin(): Promise<string> {
    const xml = await textOf(await call({ method: 'POST', name, query: { uploads: '' } }))
    const id = xmlText(xml, 'UploadId')
    if (id === null) throw refused(200, xml)
    return id
  }

  async function add(body: Buffer<ArrayBuffer>): Promise<void> {
    uploadId ??= await begin()
    const query = { partNumber: String(tags.length + 1), uploadId }
    const response = await call({ method: 'PUT', name, query, body })
    await textOf(response)
    tags.push(response.headers.get('etag') ?? '')
  }

  /** The store may say 200 and fail after that; and where its answer was lost, a second try finds nothing to finish. */
  async function complete(id: string, bytes: number): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const response = await call({ method: 'POST', name, query: { uploadId: id }, body })
    const xml = await response.text()
    if (response.ok && xml.includes('<CompleteMultipartUploadResult')) return
    const there = await call({ method: 'HEAD', name })
    if (!there.ok || Number(there.headers.get('content-length')) !== bytes)
      throw refused(response.status, xml)
  }

  return {
    add,
    async finish(last: Buffer<ArrayBuffer>, bytes: number): Promise<void> {
      if (uploadId === null) {
        await textOf(await call({ method: 'PUT', name, body: last }))
        return
      }
      await add(last)
      await complete(uploadId, bytes)
    },
    /** Parts that the store cannot be told to forget now are swept later. */
    async abandon(): Promise<void> {
      if (uploadId !== null) await abandonUpload(call, name, uploadId).catch(() => undefined)
    },
  }
}

async function abandonUpload(call: BucketClient, name: string, uploadId: string): Promise<void> {
  const response = await call({ method: 'DELETE', name, query: { uploadId } })
  if (response.status !== 404) await textOf(response)
}

async function checkBucket(call: BucketClient, { endpoint, bucket }: BucketConfig): Promise<void> {
  const place = `The bucket ${bucket} at ${endpoint}`
  const signal = AbortSignal.timeout(openPatienceMs)
  const query = { 'list-type': '2', 'max-keys': '1' }
  const { response, text } = await call({ method: 'GET', query, signal })
    .then(async (answer) => ({ response: answer, text: await answer.text() }))
    .catch((cause: unknown) => {
      const what = signal.aborted ? 'does not answer' : 'cannot be reached'
      throw new Error(`${place} ${what}. Check S3_ENDPOINT and the network.`, { cause })
    })
  if (response.ok) return
  const reason = `${response.status} ${xmlText(text, 'Code') ?? ''}`.trim()
  if (response.status === 404) throw new Error(`${place} does not exist (${reason}). Check S3_BUCKET.`)
  throw new Error(
    `${place} cannot be used (${reason}). Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.`,
  )
}
