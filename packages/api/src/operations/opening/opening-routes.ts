import { readFile } from 'node:fs/promises'
import { openingEndpoints, type Opening } from '@priormark/core/operations/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { AppContext } from '../../platform/http/state.ts'
import { tickLegal } from './opening-service.ts'

/** The documents that the list and Health refer to. */
const documents = ['backup', 'configuration', 'deployment', 'upgrading']

const documentsFolder = new URL('../../../../../docs/', import.meta.url)

export function openingRoutes(
  router: AppRouter,
  { readOpening }: { readOpening: () => Promise<Opening> },
): void {
  route(router, openingEndpoints.read, readOpening)

  route(router, openingEndpoints.tickLegal, async ({ em, actor }) => {
    await tickLegal(em, actor)
    return readOpening()
  })

  // The documents of the running version. A copy elsewhere may describe another one.
  router.get('/api/docs/:name', async (ctx: AppContext) => {
    const name = documents.find((document) => document === ctx['params'].name)
    if (name === undefined) return
    ctx.type = 'text/plain; charset=utf-8'
    ctx.set('Cache-Control', 'public, max-age=3600')
    ctx.body = await readFile(new URL(`${name}.md`, documentsFolder), 'utf8')
  })
}
