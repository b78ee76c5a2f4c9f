import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import type { PageStyles } from '@priormark/core/pages/site-server'
import { compressFiles } from './compress-files.ts'
import { pageStyles } from './page-styles.ts'
import { makeVerifyPage } from './verify-page.ts'

/**
 * Builds everything that is served: the public site for browsers and for the server, the admin, the service worker, and
 * the verifier that goes into each evidence ZIP. Result: dist/client, dist/server, dist/verify.
 */

const dist = new URL('../dist/', import.meta.url)
/** Files are built here and then replace the old build at once, so that two builds do not mix. */
const work = new URL(`build-${process.pid}/`, dist)
const configFile = new URL('../vite.config.ts', import.meta.url).pathname
const adminConfigFile = new URL('../vite.admin.config.ts', import.meta.url).pathname
const quiet: InlineConfig = { configFile, logLevel: 'warn' }

// Overrides the caller's environment, so that React's development build is never served.
process.env['NODE_ENV'] = 'production'

try {
  await build({ ...quiet, build: { outDir: outDir('client') } })
  const styles = await finishTemplate()
  await buildServer(styles)
  await writeOfflinePage(styles)
  await buildAdmin()
  await listAdminFiles()
  await buildServiceWorker()
  await compressFiles(outDir('client'))
  await mkdir(new URL('verify/', work))
  await writeText('verify/verify.html', await makeVerifyPage())
  await replace('client')
  await replace('server')
  await replace('verify')
} finally {
  await rm(work, { recursive: true, force: true })
}
console.log('The site is built in packages/site/dist')

/** Bundles React in production mode, so that rendering is fast whatever NODE_ENV the process has. */
async function buildServer(styles: PageStyles): Promise<void> {
  await build({
    ...quiet,
    define: { 'process.env.NODE_ENV': '"production"', PAGE_STYLES: JSON.stringify(styles) },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/rendering/entry-server.tsx',
      outDir: outDir('server'),
      manifest: false,
      copyPublicDir: false,
      // The blog's style sheet is inlined into its pages from here.
      cssMinify: true,
    },
  })
}

/** Takes the style sheet out of the template: pages inline what they need of it, so that the first paint needs no other file. */
async function finishTemplate(): Promise<PageStyles> {
  const template = await readText('client/index.html')
  const link = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(template)
  if (!link?.[1]) throw new Error('The build has no style sheet')
  const css = (await readText(`client${link[1]}`)).trim()
  const finished = template
    .replace(link[0], '')
    .replace(/<!-- .*? -->/g, '')
    .replace(/(<script>)([^]*?)(<\/script>)/g, (_, start: string, code: string, end: string) => {
      return start + code.replace(/\s*\n\s*/g, '\n').trim() + end
    })
  await writeText('client/index.html', finished.replace(/>\s+</g, '><'))
  // Hydration loads this file into a page that has the fonts already: a second declaration would load them again.
  await writeText(`client${link[1]}`, css.replace(/@font-face\{[^}]*\}/g, ''))
  return pageStyles(css, link[1])
}

async function writeOfflinePage({ all }: PageStyles): Promise<void> {
  const server: { renderOffline: () => string } = await import(new URL('server/entry-server.js', work).href)
  const template = await readText('client/index.html')
  const page = template
    .replace(
      '<!--page-head-->',
      () => `<title>You’re offline</title><meta name="robots" content="noindex"><style>${all}</style>`,
    )
    .replace('<!--page-html-->', () => server.renderOffline())
    .replace('<!--page-data-->', '')
    .replace(/<script[^>]*><\/script>/, '')
  await writeText('client/offline.html', page)
}

async function buildAdmin(): Promise<void> {
  await build({
    ...quiet,
    configFile: adminConfigFile,
    build: { outDir: outDir('client'), emptyOutDir: false },
  })
}

/** Lists the files of the admin, which its page stores to open offline (app/admin-shell.ts). */
async function listAdminFiles(): Promise<void> {
  const page = await readText('client/admin.html')
  const manifest: Record<string, { file: string; css?: string[]; assets?: string[] }> = JSON.parse(
    await readText('client/.vite/admin-manifest.json'),
  )
  const files = new Set(
    Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
  )
  const version = createHash('sha256').update(page).digest('hex').slice(0, 12)
  await writeText(
    'client/admin-files.json',
    JSON.stringify({ version, files: [...files].map((file) => `/${file}`) }),
  )
}

async function buildServiceWorker(): Promise<void> {
  const template = await readText('client/index.html')
  const files = [...template.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1])
  const offline = await readText('client/offline.html')
  const version = createHash('sha256').update(template).update(offline).digest('hex').slice(0, 12)
  await build({
    ...quiet,
    configFile: false,
    root: new URL('..', dist).pathname,
    define: {
      SHELL_FILES: JSON.stringify(['/', '/verify', '/offline.html', ...new Set(files)]),
      SHELL_VERSION: JSON.stringify(version),
    },
    build: {
      outDir: outDir('sw'),
      copyPublicDir: false,
      rolldownOptions: { input: 'src/sw.ts', output: { entryFileNames: 'sw.js', format: 'iife' } },
    },
  })
  await writeText('client/sw.js', await readText('sw/sw.js'))
}

function outDir(name: string): string {
  return fileURLToPath(new URL(name, work))
}

async function replace(name: string): Promise<void> {
  await rm(new URL(name, dist), { recursive: true, force: true })
  await rename(new URL(name, work), new URL(name, dist))
}

function readText(path: string): Promise<string> {
  return readFile(new URL(path.replace(/^\//, ''), work), 'utf8')
}

function writeText(path: string, text: string): Promise<void> {
  return writeFile(new URL(path, work), text)
}
