import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { Sha256, Uuid } from '../ids.ts'

/**
 * A stored work: `fileSize` in bytes; `uploadId` identifies it in the order, so that two tabs keep their files
 * separate.
 */
export const UploadedFile = v.object({
  fileName: v.string(),
  fileSize: v.number(),
  sha256: Sha256,
  uploadId: Uuid,
})
export type UploadedFile = v.InferOutput<typeof UploadedFile>

export const uploadEndpoints = {
  /**
   * multipart, field `file`. The optional field `sha256` is the sender's own hash: if the received file differs, it is
   * deleted and the response is 422 `file_damaged`.
   */
  upload: endpoint({
    method: 'POST',
    path: '/api/upload',
    access: 'public',
    body: 'multipart',
    reply: UploadedFile,
  }),
}
