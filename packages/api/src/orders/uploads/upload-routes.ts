import { uploadEndpoints } from '@priormark/core/orders/uploads/endpoints'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import type { Em } from '../../platform/database/database.ts'
import { networksOf, wideNetworkOf, type Network } from '../../platform/http/client-address.ts'
import { receiveFile, rejectTooLarge } from '../../platform/http/multipart.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import { abortRequest } from '../../platform/http/slow-clients.ts'
import type { AppContext } from '../../platform/http/state.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import {
  addUploadPart,
  checkPartOffset,
  findFinishedUpload,
  findPartialUpload,
  finishPartialUpload,
  readProgress,
  rejectAnnouncedTooLarge,
  startPartialUpload,
  addUpload,
} from './upload-service.ts'
import {
  checkDiskReserve,
  checkUploadQuota,
  type ActiveUpload,
  type UploadQuota,
  type UploadSlots,
} from './upload-admission.ts'
import type { PartialUpload } from './upload-entity.ts'

/** Enough for albums, and for offices behind one address, but not for filling the disk. */
const limit = { name: 'upload', hits: 120, windowSeconds: 3_600 }

/** Enough for 120 files of the largest size in parts of 1 MB. */
const partLimit = { name: 'upload-part', hits: 6_000, windowSeconds: 3_600 }

/** The endpoints for customers' files, whole or in parts. */
export function uploadRoutes(
  router: AppRouter,
  {
    storage,
    slots,
    readQuota,
  }: { storage: FileStorage; slots: UploadSlots; readQuota: () => Promise<UploadQuota> },
): void {
  const checkQuota = async (em: Em, networks: readonly Network[], moreBytes = 0) => {
    // The quota is read before the slots, so that no upload begins between counting them and the check.
    const quota = await readQuota()
    const arriving = slots.expectedBytes(networks, moreBytes)
    await checkUploadQuota(em, { storage, quota }, { networks, arriving })
  }

  route(router, uploadEndpoints.upload, ({ em, session, address, countCall }, ctx) => {
    rejectTooLarge(ctx)
    const upload = createActiveUpload(ctx, address)
    const { networks } = upload
    return slots.use(upload, async () => {
      await countCall(limit)
      await checkQuota(em, networks)
      const visitorId = session.visitorId()
      const file = await receiveFile(ctx, storage)
      return addUpload(em, storage, { file, visitorId, network: wideNetworkOf(address) })
    })
  })

  route(router, { ...uploadEndpoints.start, limit }, async ({ em, body, session, address }) => {
    rejectAnnouncedTooLarge(body)
    await checkQuota(em, networksOf(address), body.fileSize)
    return startPartialUpload(em, body, { session, network: wideNetworkOf(address) })
  })

  route(router, uploadEndpoints.progress, async ({ em, params, session }) =>
    readProgress(em, await findPartialUpload(em, params.id, session)),
  )

  route(router, uploadEndpoints.addPart, async ({ em, params, query, session, address, countCall }, ctx) => {
    rejectTooLarge(ctx)
    const upload = await findPartialUpload(em, params.id, session)
    // The finished file counts towards this quota too, so parts from other networks must not slip past it.
    const networks = networksOf(upload.network)
    return slots.use(createActiveUpload(ctx, address, networks), async () => {
      await countCall(partLimit)
      checkPartOffset(await readProgress(em, upload), query.offset)
      await checkQuota(em, networks)
      const part = await receiveFile(ctx, storage)
      return addUploadPart(em, storage, { ...params, ...query, session, part })
    })
  })

  route(router, uploadEndpoints.finish, async ({ em, params, session, address }) => {
    const findFinished = () => findFinishedUpload(em, params.id, session)
    const upload = await findFinished()
    if (upload !== null) return upload
    const partialUpload = await findPartialUpload(em, params.id, session)
    return slots.use(createJoiningUpload(address, partialUpload), async () => {
      // The parts count towards the quota already; until they are deleted, the file takes its space twice.
      const quota = await readQuota()
      await checkDiskReserve(storage, quota, slots.expectedBytes([]).totalBytes)
      try {
        return await finishPartialUpload(em, storage, partialUpload)
      } catch (error) {
        // A duplicate of this request may have finished first.
        const duplicate = await findFinished()
        if (duplicate !== null) return duplicate
        throw error
      }
    })
  })
}

/** For a file whose parts are joined. No client can slow it down, so it is never too slow and need not be canceled. */
function createJoiningUpload(address: string, { network, fileSize }: PartialUpload): ActiveUpload {
  return {
    networks: networksOf(address),
    quotaNetworks: networksOf(network),
    expectedBytes: fileSize,
    receivedBytes: () => Infinity,
    cancel: () => {},
  }
}

function createActiveUpload(
  ctx: AppContext,
  address: string,
  quotaNetworks = networksOf(address),
): ActiveUpload {
  const { req, res } = ctx
  const { socket } = req
  const announced = ctx.get('content-length')
  // A kept-alive connection has carried other requests before this one.
  const bytesBefore = socket.bytesRead
  return {
    networks: networksOf(address),
    quotaNetworks,
    expectedBytes: announced === '' ? maxOrderFileBytes : Number(announced),
    receivedBytes: () => socket.bytesRead - bytesBefore,
    cancel: () => abortRequest(req, res, '503 Service Unavailable'),
  }
}
