import { uploadEndpoints } from '@priormark/core/uploads/endpoints'
import { receiveFile } from '../http/multipart-file.ts'
import { route, type AppRouter } from '../http/route.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { addUpload } from './upload-service.ts'

/** Takes customers' files. */
export function uploadRoutes(router: AppRouter, { storage }: { storage: FileStorage }): void {
  route(router, uploadEndpoints.upload, async ({ em, session }, ctx) => {
    const visitorId = session.visitorId()
    const file = await receiveFile(ctx, storage)
    return addUpload(em, storage, { file, visitorId })
  })
}
