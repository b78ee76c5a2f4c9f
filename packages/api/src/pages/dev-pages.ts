import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import path from 'node:path'
import type { Middleware } from 'koa'
import { createServer, type Plugin } from 'vite'
import { createBlogPages } from './blog-pages.ts'
import { createOrderPages } from './order-pages.ts'
import { encodePage } from './page-cache.ts'
import { isCall, readPageData, type Pages, type PagesOptions } from './pages.ts'
import { fillTemplate, readSiteServer } from './site-server.ts'

/** Parts of a page that never move exist on the server alone: when one changes, the browser has nothing to swap and loads anew. */
const reloadStillParts: Plugin = {
  name: 'reload-still-parts',
  hotUpdate({ file, modules, server }) {
    const { client } = server.environments
    const isKnownToClient = (client.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0
    if (this.environment.name === 'ssr' && modules.length > 0 && !isKnownToClient) {
      client.hot.send({ type: 'full-reload' })
    }
  },
}

/** The site straight from its sources, with hot reload on the API's own port. For development alone. */
export async function createDevPages(
  options: PagesOptions & { httpServer: Server },
): Promise<Pages & { close(): Promise<void> }> {
  const { siteDir, shop, httpServer } = options
  const vite = await createServer({
    root: siteDir,
    configFile: path.join(siteDir, 'vite.config.ts'),
    appType: 'custom',
    plugins: [reloadStillParts],
    server: { middlewareMode: true, hmr: { server: httpServer } },
  })

  const readServer = async () => readSiteServer(await vite.ssrLoadModule('/src/app/entry-server.tsx'))
  const blog = createBlogPages({
    source: options.blog,
    shop,
    stillPaths: (await readServer()).sitemapPaths,
    cache: {
      read: async (_address, make) => encodePage(await make()),
      peek: () => undefined,
      clear() {
        // Nothing is kept.
      },
    },
    async make(pagePath, view) {
      const { data } = await readPageData(options)
      const page = (await readServer()).renderBlogPage({ path: pagePath, data, view })
      const text = fillTemplate(await readTemplate('index.html', pagePath), page)
      return { status: page.status, text, lasts: false }
    },
  })

  const answerOrder = createOrderPages({
    source: options.orders,
    async make(pagePath, view) {
      const { data } = await readPageData(options)
      const page = (await readServer()).renderOrderPage({ path: pagePath, data, view })
      const text = fillTemplate(await readTemplate('index.html', pagePath), page)
      return { status: page.status, text, lasts: false }
    },
  })

  const middleware: Middleware = async (ctx, next) => {
    const { path: requested } = ctx
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || isCall(requested)) return next()
    if ((await blog.answer(ctx)) || (await answerOrder(ctx))) return
    if (/^\/(@|src\/|node_modules\/|dist\/)|\.\w+$/.test(requested)) {
      ctx.respond = false
      ctx.res.statusCode = 200
      vite.middlewares(ctx.req, ctx.res, () => ctx.res.writeHead(404).end())
      return
    }
    ctx.type = 'html'
    if (requested === '/admin' || requested.startsWith('/admin/')) {
      ctx.body = await readTemplate('admin.html', requested)
      return
    }
    const { data } = await readPageData(options)
    const page = (await readServer()).renderPage({ path: requested, data })
    ctx.status = page.status
    ctx.body = fillTemplate(await readTemplate('index.html', requested), page)
  }

  async function readTemplate(name: string, requested: string): Promise<string> {
    return vite.transformIndexHtml(requested, await readFile(path.join(siteDir, name), 'utf8'))
  }

  return {
    middleware,
    answerKept: () => false,
    clear() {
      // Nothing is kept.
    },
    // Vite brings styles and its own start in inline elements.
    contentSecurity: { scriptSources: ["'unsafe-inline'"], styleSources: ["'unsafe-inline'"] },
    warnings: [],
    close: () => vite.close(),
  }
}
