import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { htmlTokens } from '@priormark/core/platform/html-tokens'
import type { RenderedPage, SiteServer } from '@priormark/core/pages/site-server'
import type { Context } from 'koa'
import type { AppContext } from '../platform/http/state.ts'
import { isPublicFile, openStaticFiles } from './static-files.ts'

/** The context of a request for a page. */
export type PageContext = Context & Pick<AppContext, 'state'>

/** The sources that the Content-Security-Policy must allow in addition to 'self', as quoted source expressions. */
interface InlineSources {
  scriptSources: readonly string[]
  styleSources: readonly string[]
}

/** The site's code and files: a build, or in development the sources. */
export interface SiteSource {
  server(): Promise<SiteServer>
  /** Returns index.html with its placeholders. @param pagePath the page it is for */
  readTemplate(pagePath: string): Promise<string>
  /** Sends the HTML of the admin, or of its login page, which loads fewer files. */
  sendAdmin(ctx: PageContext): Promise<void>
  /** Sends the file at the requested path, or returns false if there is none. */
  sendFile(ctx: Context): Promise<boolean>
  contentSecurity: InlineSources
}

export const adminLoginPath = '/admin/login'

/** Loads the build of the site in dist/. @param siteDir the folder of the site's package */
export async function openSiteBuild(siteDir: string): Promise<SiteSource> {
  const clientDir = path.join(siteDir, 'dist/client')
  const server = await loadSiteServer(siteDir)
  const template = await readFile(path.join(clientDir, 'index.html'), 'utf8')
  const adminTemplate = await readFile(path.join(clientDir, 'admin.html'), 'utf8')
  const loginTemplate = await readFile(path.join(clientDir, 'admin-login.html'), 'utf8')
  const sendFile = await openStaticFiles(clientDir)
  return {
    server: async () => server,
    readTemplate: async () => template,
    async sendAdmin(ctx) {
      ctx.set('Cache-Control', 'no-cache')
      ctx.type = 'html'
      const document = ctx.path === adminLoginPath ? loginTemplate : adminTemplate
      ctx.body = document.replace('<!--style-nonce-->', styleNonceTag(ctx.state.styleNonce))
    },
    async sendFile(ctx) {
      if (isPublicFile(ctx.path) && (await sendFile(ctx, ctx.path))) return true
      // A script or a style is expected here, so the HTML page for missing addresses would be the wrong response.
      if (ctx.path.startsWith('/assets/')) ctx.throw(404)
      return false
    },
    contentSecurity: {
      scriptSources: inlineSources(template, 'script').map(hashSource),
      styleSources: [...inlineSources(template, 'style'), ...server.extraStyles].map(hashSource),
    },
  }
}

/** Imports the site's server build. */
async function loadSiteServer(siteDir: string): Promise<SiteServer> {
  const file = path.join(siteDir, 'dist/server/entry-server.js')
  const { openSiteServer }: { openSiteServer?: () => Promise<SiteServer> } = await import(
    pathToFileURL(file).href
  )
  if (openSiteServer === undefined)
    throw new Error('The build of the site is from another version. Build it again.')
  return openSiteServer()
}

/** Puts a rendered page into the template. */
export function fillTemplate(template: string, page: RenderedPage): string {
  return template.replace(
    /<!--page-(head|html|data)-->/g,
    (_placeholder, part: 'head' | 'html' | 'data') => page[part],
  )
}

/** Returns the tag that passes the nonce of the page to the admin, for the styles that it creates. */
function styleNonceTag(nonce: string | undefined): string {
  return nonce === undefined ? '' : `<meta name="style-nonce" nonce="${nonce}" />`
}

/** Returns the contents of all elements with a name and without attributes. */
function inlineSources(html: string, name: 'script' | 'style'): string[] {
  const sources: string[] = []
  let isInside = false
  for (const token of htmlTokens(html)) {
    if (isInside && token.kind === 'rawText') sources.push(token.html)
    isInside = token.kind === 'open' && token.name === name && token.attributes.size === 0
  }
  return sources
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
