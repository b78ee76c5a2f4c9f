import { uploadEndpoints } from '@priormark/core/uploads/endpoints'
import { receiveFile, refuseTooLarge } from '../http/multipart-file.ts'
import { route, type AppRouter } from '../http/route.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import type { UploadSlots } from './upload-slots.ts'
import { addUpload } from './upload-service.ts'

/** Albums and offices behind one address pass; filling the disk does not. */
const limit = { hits: 120, windowSeconds: 3_600 }

/** Takes customers' files. */
export function uploadRoutes(
  router: AppRouter,
  { storage, places }: { storage: FileStorage; places: UploadSlots },
): void {
  route(router, uploadEndpoints.upload, ({ em, session, address, countCall }, ctx) => {
    refuseTooLarge(ctx)
    return places.use(address, async () => {
      await countCall('upload', limit)
      const visitorId = session.visitorId()
      const file = await receiveFile(ctx, storage)
      return addUpload(em, storage, { file, visitorId })
    })
  })
}
