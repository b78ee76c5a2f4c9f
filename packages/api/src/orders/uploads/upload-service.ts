import { randomUUID } from 'node:crypto'
import type { UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import type { ReceivedFile } from '../../platform/http/multipart-file.ts'
import { type Em, isTemporary } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { cleanFileName } from './file-name.ts'
import { Upload } from './upload-entity.ts'

/** Records a received file for a visitor, and deletes the file if that fails. */
export async function addUpload(
  em: Em,
  storage: FileStorage,
  input: { file: ReceivedFile; visitorId: string; network: string },
): Promise<UploadedFile> {
  const { file, visitorId, network } = input
  try {
    const upload = em.create(Upload, {
      id: randomUUID(),
      visitorId,
      fileName: cleanFileName(file.originalName),
      fileSize: file.bytes,
      sha256: file.sha256,
      storageKey: file.storageKey,
      network,
      createdAt: new Date(),
    })
    await em.flush()
    return uploadedFile(upload)
  } catch (error) {
    await removeUnrecorded(storage, file.storageKey, error)
    throw error
  }
}

/**
 * Deletes a file whose row could not be added. Keeps it if the database was lost: the response to the commit may have been
 * lost too, and then the row exists. If it does not, the sweeper deletes the file.
 */
export async function removeUnrecorded(storage: FileStorage, key: string, error: unknown): Promise<void> {
  if (!isTemporary(error)) await storage.remove(key)
}

/** Returns the public fields of an upload, without storage key and network. */
export function uploadedFile({ fileName, fileSize, sha256, id }: Upload): UploadedFile {
  return { fileName, fileSize, sha256, uploadId: id }
}
