import { readFileSync } from 'node:fs'
import { aboutEndpoints } from '@priormark/core/about/endpoints'
import type { Shop } from '@priormark/core/shop'
import * as v from 'valibot'
import { route, type AppRouter } from '../http/route.ts'

const manifestFile = new URL('../../package.json', import.meta.url)

/** Says what kind of server this is. */
export function aboutRoutes(router: AppRouter, { shop }: { shop: Pick<Shop, 'name'> }): void {
  const { version } = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(readFileSync(manifestFile, 'utf8')),
  )
  route(router, aboutEndpoints.read, async () => ({
    service: 'priormark' as const,
    name: shop.name,
    version,
  }))
}
