import { createHash } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import { Uuid } from '@priormark/core/platform/ids'
import { proofEndpoints } from '@priormark/core/proofs/proof/public-proof'
import * as v from 'valibot'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { AppContext } from '../../platform/http/state.ts'
import { badgeSvg } from './badge-svg.ts'
import {
  findProofs,
  readPublicProof,
  isFinal,
  proofLookupView,
  publicProofView,
} from './public-proof-service.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'

/** Enough for a program that checks a list, and too low to copy all proofs. */
const publicLimit = { name: 'proofs', hits: 120, windowSeconds: 60 }

/** A reader sees a few badges per page; hundreds indicate a crawler. */
const badgeLimit = { name: 'badge', hits: 300, windowSeconds: 60 }

/** How long final data may be cached, and therefore how late an erasure may take effect. */
const finalMaxAgeSeconds = 3_600

/** For final badges. For all others, browsers ask at every visit whether they have changed. */
const badgeMaxAgeSeconds = 300

const BadgeParams = v.object({ id: Uuid })

/** Public proofs, without the recorded work. */
export function proofRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  route(router, { ...proofEndpoints.read, limit: publicLimit }, async ({ em, params, setHeader }) => {
    const proof = await readPublicProof(em, params.id)
    if (isFinal(proof)) setHeader('Cache-Control', `public, max-age=${finalMaxAgeSeconds}`)
    return publicProofView(proof)
  })

  route(router, { ...proofEndpoints.lookUp, limit: publicLimit }, async ({ em, query, setHeader }) => {
    const proofs = await findProofs(em, query.sha256)
    if (proofs.length > 0 && proofs.every(isFinal)) {
      setHeader('Cache-Control', `public, max-age=${finalMaxAgeSeconds}`)
    }
    return proofLookupView(query.sha256, proofs)
  })

  router.get('/badge/:id.svg', async (ctx: AppContext) => {
    const params = v.safeParse(BadgeParams, ctx['params'])
    if (!params.success) throw new AppError('not_found', 'This proof doesn’t exist')
    await ctx.state.countCall(badgeLimit)
    const { shop } = await settings.current()
    const proof = await readPublicProof(ctx.state.em, params.output.id)
    const svg = badgeSvg(proof, shop.name)
    ctx.status = 200
    ctx.type = 'image/svg+xml'
    ctx.set('Cache-Control', isFinal(proof) ? `public, max-age=${badgeMaxAgeSeconds}` : 'no-cache')
    ctx.set('Content-Security-Policy', "default-src 'none'")
    ctx.etag = createHash('sha256').update(svg).digest('base64url').slice(0, 27)
    if (ctx.fresh) ctx.status = 304
    else ctx.body = svg
  })
}
