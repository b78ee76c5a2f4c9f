import { readFileSync } from 'node:fs'
import { aboutEndpoints } from '@priormark/core/about/endpoints'
import type { Shop } from '@priormark/core/shop'
import * as v from 'valibot'
import { route, type AppRouter } from '../http/route.ts'
import type { AppContext } from '../http/state.ts'

const manifestFile = new URL('../../package.json', import.meta.url)

export function aboutRoutes(router: AppRouter, { shop }: { shop: Shop }): void {
  const { version } = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(readFileSync(manifestFile, 'utf8')),
  )
  route(router, aboutEndpoints.read, async () => ({
    service: 'priormark' as const,
    name: shop.name,
    version,
  }))

  router.get('/api/openapi.json', async (ctx: AppContext) => {
    const { openApiText } = await import('../about/openapi-document.ts')
    ctx.type = 'application/json; charset=utf-8'
    ctx.set('Cache-Control', 'public, max-age=3600')
    ctx.body = openApiText(shop)
  })
}
