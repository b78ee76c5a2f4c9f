import { uploadEndpoints } from '@priormark/core/uploads/endpoints'
import { wideNetworkOf } from '../http/client-address.ts'
import { receiveFile, rejectTooLarge } from '../http/multipart-file.ts'
import { route, type AppRouter } from '../http/route.ts'
import { cutOff } from '../http/slow-bodies.ts'
import type { AppContext } from '../http/state.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import type { ActiveUpload, UploadSlots } from './upload-slots.ts'
import { checkUploadQuota, expectedUploadBytes, type UploadQuota } from './upload-quota.ts'
import { addUpload } from './upload-service.ts'

/** Enough for albums, and for offices behind one address, but not for filling the disk. */
const limit = { hits: 120, windowSeconds: 3_600 }

/** The endpoint for customers' files. */
export function uploadRoutes(
  router: AppRouter,
  { storage, slots, quota }: { storage: FileStorage; slots: UploadSlots; quota: UploadQuota },
): void {
  route(router, uploadEndpoints.upload, ({ em, session, address, countCall }, ctx) => {
    rejectTooLarge(ctx)
    const upload = activeUpload(ctx, address)
    const { network } = upload
    return slots.use(upload, async () => {
      await countCall('upload', limit)
      const arriving = slots.expectedBytes(network)
      await checkUploadQuota(em, { storage, quota, network, arriving })
      const visitorId = session.visitorId()
      const file = await receiveFile(ctx, storage)
      return addUpload(em, storage, { file, visitorId, network })
    })
  })
}

function activeUpload(ctx: AppContext, address: string): ActiveUpload {
  const { req, res } = ctx
  const { socket } = req
  // A kept-alive connection has carried other requests before this one.
  const bytesBefore = socket.bytesRead
  return {
    network: wideNetworkOf(address),
    expectedBytes: expectedUploadBytes(ctx.get('content-length')),
    receivedBytes: () => socket.bytesRead - bytesBefore,
    cancel: () => cutOff(req, res, '503 Service Unavailable'),
  }
}
