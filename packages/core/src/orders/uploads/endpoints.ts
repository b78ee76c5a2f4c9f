import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Sha256, Uuid } from '../../platform/ids.ts'
import { maxDatabaseInteger, maxOrderFileBytes } from '../../platform/limits.ts'
import { queryInteger } from '../../platform/page.ts'

/** A stored work: `fileSize` in bytes; `uploadId` identifies it in the order, so that two tabs keep their files separate. */
export const UploadedFile = v.object({
  fileName: v.string(),
  fileSize: v.number(),
  sha256: Sha256,
  uploadId: Uuid,
})
export type UploadedFile = v.InferOutput<typeof UploadedFile>

/** The name of a file as its sender's system has it. */
export const SentFileName = v.pipe(v.string(), v.maxLength(1_000))

/** A file that is about to be sent in parts. `sha256` is the sender's own hash; null if the browser cannot compute it. */
export const AnnouncedFile = v.object({
  fileName: SentFileName,
  fileSize: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxDatabaseInteger)),
  sha256: v.nullable(Sha256),
})
export type AnnouncedFile = v.InferOutput<typeof AnnouncedFile>

/** The progress of an upload in parts: the next part begins at byte `receivedBytes`. */
export const UploadProgress = v.object({ uploadId: Uuid, receivedBytes: v.number() })
export type UploadProgress = v.InferOutput<typeof UploadProgress>

const ofUpload = { access: 'public', params: v.object({ id: Uuid }) } as const

export const uploadEndpoints = {
  /**
   * multipart, field `file`. The optional field `sha256` is the sender's own hash: if the received file differs, it is
   * deleted and the response is 422 `file_damaged`. The optional field `fileName` is the exact name, since browsers write both a
   * quotation mark and a literal `%22` in the file name of a part as `%22`.
   */
  upload: endpoint('POST', '/api/upload', { access: 'public', body: 'multipart', reply: UploadedFile }),
  /** Begins an upload in parts, or continues the visitor's unfinished one of the same file. */
  start: endpoint('POST', '/api/uploads', { access: 'public', body: AnnouncedFile, reply: UploadProgress }),
  /** Returns where to continue after a lost connection. */
  progress: endpoint('GET', '/api/uploads/:id', { ...ofUpload, reply: UploadProgress }),
  /**
   * multipart, field `file`: the bytes from `offset` on, at least `minUploadPartBytes` unless they are the last ones. A part is
   * stored completely or not at all. If it does not begin where the last one ended, the response is 409 `conflict`.
   */
  addPart: endpoint('POST', '/api/uploads/:id/parts', {
    ...ofUpload,
    query: v.object({ offset: queryInteger({ min: 0, max: maxOrderFileBytes, fallback: 0 }) }),
    body: 'multipart',
    reply: UploadProgress,
  }),
  /**
   * Joins the parts. Idempotent: a second call returns the same file. If the file differs from the announced hash, everything
   * is deleted and the response is 422 `file_damaged`.
   */
  finish: endpoint('POST', '/api/uploads/:id/finish', { ...ofUpload, reply: UploadedFile }),
}
