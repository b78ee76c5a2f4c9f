import { portableName } from '@priormark/core/platform/downloads/portable-name'
import { Readable } from 'node:stream'
import { AppError } from '@priormark/core/platform/errors'
import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleWork } from '@priormark/core/proofs/sample/sample-order'
import { route, type AppRouter, type Call, type FileReply } from '../../platform/http/route.ts'
import type { Order } from '../../order-book/order-entity.ts'
import { findOrderByKey, sampleFile, sampleOrder } from '../../order-book/sample-order.ts'
import { certificateContent } from './certificate/certificate-content.ts'
import { certificatePreview } from './certificate/certificate-preview.ts'
import type { GeneratedFile } from './evidence-zip.ts'
import { proofText, readOrderProof } from '../facts/order-proof.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'

/** Every request generates its file, which takes 0.1 s of CPU time. */
const fileLimit = { name: 'order-files', hits: 60, windowSeconds: 600 }

/** The sample changes only with the software. */
const sampleCaching = 'public, max-age=3600'

type OrderFileCall = Pick<Call<EndpointSpec>, 'em' | 'setHeader'> & { params: { key: string } }

/** The files of an order, for anyone who has its link. */
export function evidenceRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  route(router, { ...orderProgressEndpoints.evidence, limit: fileLimit }, async (call) => {
    const order = await findByKey(call)
    const { evidenceZip } = await import('./evidence-zip.ts')
    const { shop } = await settings.current()
    return attachment(await evidenceZip(call.em, order, shop), 'application/zip')
  })

  route(router, { ...orderProgressEndpoints.proof, limit: fileLimit }, async (call) => {
    const orderProof = await readOrderProof(call.em, await findByKey(call))
    if (orderProof === null) throw noFile()
    const bytes = Buffer.from(proofText(orderProof, call.query.hide.split(',')))
    return attachment({ fileName: 'proof.json', bytes }, 'application/json')
  })

  route(router, { ...orderProgressEndpoints.certificate, limit: fileLimit }, async (call) => {
    const order = await findByKey(call)
    const orderProof = await readOrderProof(call.em, order)
    if (orderProof === null) throw noFile()
    const { drawCertificate } = await import('./certificate/certificate-page.ts')
    const { shop } = await settings.current()
    const fileName = `${portableName(order.projectName, { fallback: 'work' })} - certificate.pdf`
    const bytes = await drawCertificate(certificateContent(orderProof, shop))
    return attachment({ fileName, bytes }, 'application/pdf')
  })

  route(router, { ...orderProgressEndpoints.timeline, limit: fileLimit }, async (call) => {
    const order = await findByKey(call)
    const { timelineFile } = await import('./evidence-zip.ts')
    const { shop } = await settings.current()
    return attachment(await timelineFile(call.em, order, shop), 'application/pdf')
  })

  route(router, sampleEndpoints.work, async ({ setHeader }) => {
    setHeader('Cache-Control', sampleCaching)
    return attachment({ fileName: sampleWork.fileName, bytes: sampleFile }, 'text/plain')
  })

  route(router, sampleEndpoints.certificate, async ({ em, setHeader }) => {
    setHeader('Cache-Control', sampleCaching)
    const orderProof = await readOrderProof(em, sampleOrder(em))
    if (orderProof === null) throw noFile()
    const { shop } = await settings.current()
    const bytes = Buffer.from(certificatePreview(certificateContent(orderProof, shop)))
    return attachment({ fileName: 'certificate.svg', bytes }, 'image/svg+xml')
  })
}

/**
 * Finds the order of a request and keeps its response out of caches and search engines.
 * @throws AppError not_found, with the message of an unknown address
 */
async function findByKey({ em, params, setHeader }: OrderFileCall): Promise<Order> {
  setHeader('Cache-Control', 'private, no-store')
  setHeader('X-Robots-Tag', 'noindex')
  const order = await findOrderByKey(em, params.key)
  if (order === null) throw new AppError('not_found', 'There is nothing at this address')
  return order
}

function attachment(file: GeneratedFile | null, type: string): FileReply {
  if (file === null) throw noFile()
  const { fileName, bytes } = file
  return { content: Readable.from([bytes]), fileName, type, fileSize: bytes.length }
}

/** The order is not sealed yet, or was erased. */
function noFile(): AppError {
  return new AppError('not_found', 'There is no evidence for this order yet')
}
