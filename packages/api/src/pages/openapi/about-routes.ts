import { readFileSync } from 'node:fs'
import { aboutEndpoints } from '@priormark/core/pages/openapi/endpoints'
import * as v from 'valibot'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { AppContext } from '../../platform/http/state.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'

const manifestFile = new URL('../../../package.json', import.meta.url)

export function aboutRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  const manifest: unknown = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const { version } = v.parse(v.object({ version: v.string() }), manifest)
  route(router, aboutEndpoints.read, async () => ({
    service: 'priormark' as const,
    name: (await settings.current()).shop.name,
    version,
  }))

  route(router, aboutEndpoints.cookie, async ({ session }) => {
    const isKept = session.visitorIds().length > 0
    // Sets the cookie, if the visitor has none.
    session.visitorId()
    return { isKept }
  })

  router.get('/api/openapi.json', async (ctx: AppContext) => {
    const { openApiText } = await import('./openapi-document.ts')
    ctx.type = 'application/json; charset=utf-8'
    ctx.set('Cache-Control', 'public, max-age=3600')
    ctx.body = openApiText((await settings.current()).shop)
  })
}
