import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import path from 'node:path'
import { createServer, type Plugin } from 'vite'
import { servePages, type Pages, type PagesDeps } from './pages.ts'
import { adminLoginPath, type SiteSource } from './site-source.ts'

/** Static parts of a page run on the server only. When one changes, the browser has no module to replace and must reload. */
const reloadStaticParts: Plugin = {
  name: 'reload-static-parts',
  hotUpdate({ file, modules, server }) {
    const { client } = server.environments
    const fileModules = [...(client.moduleGraph.getModulesByFile(file) ?? [])]
    const isInBrowser = fileModules.some(({ transformResult }) => transformResult !== null)
    if (this.environment.name === 'ssr' && modules.length > 0 && !isInBrowser) {
      client.hot.send({ type: 'full-reload' })
    }
  },
}

/** Serves the site from its sources with hot reload, on the API's port. For development only. */
export async function createDevPages(
  deps: PagesDeps & { httpServer: Server },
): Promise<Pages & { close(): Promise<void> }> {
  const { siteDir, httpServer } = deps
  const vite = await createServer({
    root: siteDir,
    configFile: path.join(siteDir, 'vite.config.ts'),
    appType: 'custom',
    plugins: [reloadStaticParts],
    server: { middlewareMode: true, hmr: { server: httpServer } },
  })
  const readHtml = async (name: string, pagePath: string) =>
    vite.transformIndexHtml(pagePath, await readFile(path.join(siteDir, name), 'utf8'))

  const site: SiteSource = {
    async server() {
      const { openSiteServer } = await vite.ssrLoadModule('/src/rendering/entry-server.tsx')
      return openSiteServer()
    },
    readTemplate: (pagePath) => readHtml('index.html', pagePath),
    async sendAdmin(ctx) {
      ctx.type = 'html'
      ctx.body = await readHtml(ctx.path === adminLoginPath ? 'admin-login.html' : 'admin.html', ctx.path)
    },
    async sendFile(ctx) {
      if (!/^\/(@|src\/|node_modules\/|dist\/)|\.\w+$/.test(ctx.path)) return false
      ctx.respond = false
      ctx.res.statusCode = 200
      vite.middlewares(ctx.req, ctx.res, () => ctx.res.writeHead(404).end())
      return true
    },
    // Vite inserts inline styles and scripts.
    contentSecurity: { scriptSources: ["'unsafe-inline'"], styleSources: ["'unsafe-inline'"] },
  }
  return { ...(await servePages(deps, site, 0)), close: () => vite.close() }
}
