import { createHash } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import { Uuid } from '@priormark/core/platform/ids'
import { siteImagePath } from '@priormark/core/pages/share-image'
import * as v from 'valibot'
import { readPublishedRow } from '../../blog/post-view.ts'
import type { AppRouter } from '../../platform/http/route.ts'
import type { AppContext } from '../../platform/http/state.ts'
import { sampleOrder } from '../../order-book/sample-order.ts'
import { badgeText } from '../../proofs/verify/badge-svg.ts'
import { readPublicProof } from '../../proofs/verify/public-proof-service.ts'
import { shareImagePng, type ShareImage } from './share-image.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import { sha256Hex } from '../../platform/sha256.ts'

/** Drawing takes 0.2 s of CPU time, so one client may not ask for many. */
const imageLimit = { name: 'share-image', hits: 60, windowSeconds: 60 }

const maxAgeSeconds = 300

/** The pictures that link previews show: for the site, for posts without a featured image, and for proofs. */
export function shareRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  const paths = [siteImagePath, '/share/post/:slug.png', '/share/proof/:id.png']
  router.get(paths, async (ctx: AppContext, next) => {
    await ctx.state.countCall(imageLimit)
    await next()
  })

  router.get(siteImagePath, async (ctx: AppContext) => {
    const { shop } = await settings.current()
    await sendImage(ctx, {
      shopName: shop.name,
      colorScheme: 'ink',
      headline: 'Secure your ideas on the blockchain in minutes',
      detail: new URL(shop.publicUrl).host,
      sha256: sampleOrder(ctx.state.em).fileSha256,
      isFinal: false,
    })
  })

  router.get('/share/post/:slug.png', async (ctx: AppContext) => {
    const { shop } = await settings.current()
    const { title, slug } = await readPublishedRow(ctx.state.em, String(ctx['params'].slug))
    await sendImage(ctx, {
      shopName: shop.name,
      colorScheme: 'paper',
      headline: title,
      detail: `${new URL(shop.publicUrl).host}/blog`,
      sha256: sha256Hex(slug),
      isFinal: false,
    })
  })

  router.get('/share/proof/:id.png', async (ctx: AppContext) => {
    const { shop } = await settings.current()
    const id = v.safeParse(Uuid, ctx['params'].id)
    if (!id.success) throw new AppError('not_found', 'This proof doesn’t exist')
    const proof = await readPublicProof(ctx.state.em, id.output)
    const { word, message, note, isFinal } = badgeText(proof)
    await sendImage(ctx, {
      shopName: shop.name,
      colorScheme: 'paper',
      headline: message,
      detail: note === null ? word : `${word}. ${note}`,
      sha256: proof.leaf.fileSha256,
      isFinal,
    })
  })
}

async function sendImage(ctx: AppContext, image: ShareImage): Promise<void> {
  const png = await shareImagePng(image)
  ctx.status = 200
  ctx.type = 'image/png'
  ctx.set('Cache-Control', `public, max-age=${maxAgeSeconds}`)
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.etag = createHash('sha256').update(png).digest('base64url').slice(0, 27)
  if (ctx.fresh) ctx.status = 304
  else ctx.body = png
}
