import { uploadEndpoints } from '@priormark/core/uploads/endpoints'
import { wideNetworkOf } from '../http/client-address.ts'
import { receiveFile, rejectTooLarge } from '../http/multipart-file.ts'
import { route, type AppRouter } from '../http/route.ts'
import { cutOff } from '../http/slow-bodies.ts'
import type { AppContext } from '../http/state.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import type { PartialUpload } from './partial-upload-entity.ts'
import type { ActiveUpload, UploadSlots } from './upload-slots.ts'
import {
  addUploadPart,
  checkPartOffset,
  findFinishedUpload,
  findPartialUpload,
  finishPartialUpload,
  progressOf,
  rejectAnnouncedTooLarge,
  startPartialUpload,
} from './partial-upload-service.ts'
import { checkDiskReserve, checkUploadQuota, expectedUploadBytes, type UploadQuota } from './upload-quota.ts'
import { addUpload } from './upload-service.ts'

/** Enough for albums, and for offices behind one address, but not for filling the disk. */
const limit = { name: 'upload', hits: 120, windowSeconds: 3_600 }

/** Enough for 120 files of the largest size in parts of 1 MB. */
const partLimit = { name: 'upload-part', hits: 6_000, windowSeconds: 3_600 }

/** The endpoints for customers' files, whole or in parts. */
export function uploadRoutes(
  router: AppRouter,
  { storage, slots, quota }: { storage: FileStorage; slots: UploadSlots; quota: UploadQuota },
): void {
  route(router, uploadEndpoints.upload, ({ em, session, address, countCall }, ctx) => {
    rejectTooLarge(ctx)
    const upload = activeUpload(ctx, address)
    const { network } = upload
    return slots.use(upload, async () => {
      await countCall(limit)
      await checkUploadQuota(em, { storage, quota, network, arriving: slots.expectedBytes(network) })
      const visitorId = session.visitorId()
      const file = await receiveFile(ctx, storage)
      return addUpload(em, storage, { file, visitorId, network })
    })
  })

  route(router, { ...uploadEndpoints.start, limit }, async ({ em, body, session, address }) => {
    rejectAnnouncedTooLarge(body)
    const network = wideNetworkOf(address)
    const { networkBytes, totalBytes } = slots.expectedBytes(network)
    const arriving = {
      networkBytes: networkBytes + body.fileSize,
      totalBytes: totalBytes + body.fileSize,
    }
    await checkUploadQuota(em, { storage, quota, network, arriving })
    return startPartialUpload(em, body, { session, network })
  })

  route(router, uploadEndpoints.progress, async ({ em, params, session }) =>
    progressOf(em, await findPartialUpload(em, params.id, session)),
  )

  route(router, uploadEndpoints.addPart, async ({ em, params, query, session, address, countCall }, ctx) => {
    rejectTooLarge(ctx)
    const upload = await findPartialUpload(em, params.id, session)
    // The finished file counts towards this quota too, so parts from other networks must not slip past it.
    const { network } = upload
    return slots.use(activeUpload(ctx, address, network), async () => {
      await countCall(partLimit)
      checkPartOffset(await progressOf(em, upload), query.offset)
      await checkUploadQuota(em, { storage, quota, network, arriving: slots.expectedBytes(network) })
      const part = await receiveFile(ctx, storage)
      return addUploadPart(em, storage, { ...params, ...query, session, part })
    })
  })

  route(router, uploadEndpoints.finish, async ({ em, params, session, address }) => {
    const finished = () => findFinishedUpload(em, params.id, session)
    const known = await finished()
    if (known !== null) return known
    const partial = await findPartialUpload(em, params.id, session)
    return slots.use(joiningUpload(wideNetworkOf(address), partial), async () => {
      // The parts count towards the quota already; until they are deleted, the file takes its room twice.
      await checkDiskReserve(storage, quota, slots.expectedBytes(partial.network).totalBytes)
      try {
        return await finishPartialUpload(em, storage, partial)
      } catch (error) {
        // A duplicate of this request may have finished first.
        const done = await finished()
        if (done !== null) return done
        throw error
      }
    })
  })
}

/** A file whose parts are joined: no client slows it down, so nothing cancels it. */
function joiningUpload(network: string, { network: quotaNetwork, fileSize }: PartialUpload): ActiveUpload {
  return {
    network,
    quotaNetwork,
    expectedBytes: fileSize,
    receivedBytes: () => Infinity,
    cancel: () => {},
  }
}

function activeUpload(ctx: AppContext, address: string, quotaNetwork = wideNetworkOf(address)): ActiveUpload {
  const { req, res } = ctx
  const { socket } = req
  // A kept-alive connection has carried other requests before this one.
  const bytesBefore = socket.bytesRead
  return {
    network: wideNetworkOf(address),
    quotaNetwork,
    expectedBytes: expectedUploadBytes(ctx.get('content-length')),
    receivedBytes: () => socket.bytesRead - bytesBefore,
    cancel: () => cutOff(req, res, '503 Service Unavailable'),
  }
}
