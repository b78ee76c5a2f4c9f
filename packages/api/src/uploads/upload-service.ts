import { randomUUID } from 'node:crypto'
import type { UploadedFile } from '@priormark/core/uploads/endpoints'
import type { ReceivedFile } from '../http/multipart-file.ts'
import type { Em } from '../sql/database.ts'
import type { FileStorage } from '../storage/file-storage.ts'
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
    await storage.remove(file.storageKey)
    throw error
  }
}

/** Returns the public fields of an upload, without storage key and network. */
export function uploadedFile({ fileName, fileSize, sha256, id }: Upload): UploadedFile {
  return { fileName, fileSize, sha256, uploadId: id }
}
