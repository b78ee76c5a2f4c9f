import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '@priormark/core/errors'
import type { EndpointSpec } from '@priormark/core/http/endpoint'
import { Uuid } from '@priormark/core/ids'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { proofEndpoints } from '@priormark/core/proof/public-proof'
import { writeProof } from '@priormark/core/proof/proof-writing'
import type { Shop } from '@priormark/core/shop'
import * as v from 'valibot'
import { route, type AppRouter, type Call, type FileReply } from '../http/route.ts'
import type { AppContext } from '../http/state.ts'
import { Order } from '../orders/order-entity.ts'
import { archiveName } from './archive-name.ts'
import { badgeSvg } from './badge-svg.ts'
import type { MadeFile } from './evidence-zip.ts'
import { readOrderProof } from './proof-service.ts'
import { findProofs, readPublicProof } from './public-proof-service.ts'
import { isFinal, proofLookupView, publicProofView } from './public-proof-view.ts'

/** A certificate or a ZIP is made at every call: 0.1 s of a processor. */
const fileLimit = { hits: 60, windowSeconds: 600 }

/** For programs that check a list; a whole catalogue is not what this is for. */
const publicLimit = { hits: 120, windowSeconds: 60 }

/** One reader sees a few badges on a page; who sees hundreds is walking through them. */
const badgeLimit = { hits: 300, windowSeconds: 60 }

/** How long what is final may be kept; an erasure is waited for that long at most. */
const finalMaxAgeSeconds = 3_600

/** The badge stands on pages that are read often. */
const badgeMaxAgeSeconds = 300

const BadgeParams = v.object({ id: Uuid })

type ByKey = Pick<Call<EndpointSpec>, 'em' | 'countCall' | 'setHeader'> & { params: { key: string } }

/** The files of an order for whoever has its link, and what is public of proofs. */
export function proofRoutes(router: AppRouter, { shop }: { shop: Shop }): void {
  route(router, orderProgressEndpoints.evidence, async (call) => {
    const order = await findByKey(call)
    const { evidenceZip } = await import('./evidence-zip.ts')
    return attachment(await evidenceZip(call.em, order, shop), 'application/zip')
  })

  route(router, orderProgressEndpoints.proof, async (call) => {
    const found = await readOrderProof(call.em, await findByKey(call))
    if (found === null) throw noFile()
    const bytes = Buffer.from(writeProof(found.proof))
    return attachment({ fileName: 'proof.json', bytes }, 'application/json')
  })

  route(router, orderProgressEndpoints.certificate, async (call) => {
    const order = await findByKey(call)
    const found = await readOrderProof(call.em, order)
    if (found === null) throw noFile()
    const { certificatePdf } = await import('./certificate-pdf.ts')
    const fileName = `${archiveName(order.projectName, 'work')} - certificate.pdf`
    return attachment({ fileName, bytes: await certificatePdf(found, order, shop) }, 'application/pdf')
  })

  route(router, proofEndpoints.read, async ({ em, params, countCall, setHeader }) => {
    await countCall('proofs', publicLimit)
    const known = await readPublicProof(em, params.id)
    if (isFinal(known)) setHeader('Cache-Control', `public, max-age=${finalMaxAgeSeconds}`)
    return publicProofView(known)
  })

  route(router, proofEndpoints.lookUp, async ({ em, query, countCall, setHeader }) => {
    await countCall('proofs', publicLimit)
    const known = await findProofs(em, query.sha256)
    if (known.length > 0 && known.every(isFinal)) {
      setHeader('Cache-Control', `public, max-age=${finalMaxAgeSeconds}`)
    }
    return proofLookupView(query.sha256, known)
  })

  router.get('/badge/:id.svg', async (ctx: AppContext) => {
    const params = v.safeParse(BadgeParams, ctx['params'])
    if (!params.success) throw new AppError('not_found', 'There is no such proof')
    await ctx.state.countCall('badge', badgeLimit)
    const svg = badgeSvg(await readPublicProof(ctx.state.em, params.output.id), shop.name)
    ctx.status = 200
    ctx.type = 'image/svg+xml'
    ctx.set('Cache-Control', `public, max-age=${badgeMaxAgeSeconds}`)
    ctx.set('Content-Security-Policy', "default-src 'none'")
    ctx.etag = createHash('sha256').update(svg).digest('base64url').slice(0, 27)
    if (ctx.fresh) ctx.status = 304
    else ctx.body = svg
  })

  router.get('/api/openapi.json', async (ctx: AppContext) => {
    const { openApiText } = await import('./openapi-document.ts')
    ctx.type = 'application/json; charset=utf-8'
    ctx.set('Cache-Control', 'public, max-age=3600')
    ctx.body = openApiText(shop)
  })
}

/** @throws AppError not_found, in the words of an address that does not exist; rate_limited */
async function findByKey({ em, params, countCall, setHeader }: ByKey): Promise<Order> {
  setHeader('Cache-Control', 'private, no-store')
  setHeader('X-Robots-Tag', 'noindex')
  await countCall('order-files', fileLimit)
  const order = await em.findOne(Order, { accessKey: params.key })
  if (order === null) throw new AppError('not_found', 'There is nothing at this address')
  return order
}

function attachment(file: MadeFile | null, type: string): FileReply {
  if (file === null) throw noFile()
  const { fileName, bytes } = file
  return { content: Readable.from([bytes]), fileName, type, fileSize: bytes.length }
}

/** The order is not under a root yet, or was erased. */
function noFile(): AppError {
  return new AppError('not_found', 'There is no evidence for this order yet')
}
