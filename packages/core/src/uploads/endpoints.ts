import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { Sha256, Uuid } from '../ids.ts'

/** A stored work: `fileSize` in bytes; `uploadId` names it in the order, so that two tabs keep their own files apart. */
export const UploadedFile = v.object({
  fileName: v.string(),
  fileSize: v.number(),
  sha256: Sha256,
  uploadId: Uuid,
})
export type UploadedFile = v.InferOutput<typeof UploadedFile>

export const uploadEndpoints = {
  /**
   * multipart, field `file`. A field `sha256` tells what the sender's own hashing gave: where it differs from the file that
   * arrived, that one is removed again and the answer is 422 `file_damaged`.
   */
  upload: endpoint({
    method: 'POST',
    path: '/api/upload',
    access: 'public',
    body: 'multipart',
    reply: UploadedFile,
  }),
}
