import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from 'koa'
import { encodeBinary, combineEncodings, encodeText, sendEncoded, type EncodedBody } from './page-response.ts'

const textTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}
const binaryTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** Templates, which must not be served as files. */
const templates = new Set(['/index.html', '/admin.html', '/admin-login.html'])
/** What the build adds to a file's name for its compressed forms (packages/site/scripts/compress-files.ts). */
const compressedExtensions = { br: '.br', gzip: '.gz' }

/**
 * Reads a build into memory, so that rebuilding does not affect a running server.
 * @returns a function that sends the file at a path, or returns false if there is none
 */
export async function openStaticFiles(
  directory: string,
): Promise<(ctx: Context, filePath: string) => Promise<boolean>> {
  const files = await readFiles(directory)
  const bodies = new Map<string, Promise<EncodedBody>>()

  return async (ctx, filePath) => {
    const bytes = files.get(filePath)
    if (bytes === undefined) return false
    const body = bodies.get(filePath) ?? encodeFile(files, filePath, bytes)
    bodies.set(filePath, body)
    const isHashed = filePath.startsWith('/assets/')
    ctx.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    sendEncoded(ctx, 200, await body)
    return true
  }
}

/** Whether a path may be requested directly. */
export function isPublicFile(filePath: string): boolean {
  return !templates.has(filePath) && !Object.values(compressedExtensions).includes(path.extname(filePath))
}

/** Returns the bytes of every file by its path in the build, with a leading slash. Skips hidden files. */
async function readFiles(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.'))
  const files = new Map<string, Buffer>()
  for (const name of names)
    files.set(`/${name.split(path.sep).join('/')}`, await readFile(path.join(directory, name)))
  return files
}

/** Files that the build did not compress are compressed on first use. */
async function encodeFile(
  files: ReadonlyMap<string, Buffer>,
  filePath: string,
  identity: Buffer,
): Promise<EncodedBody> {
  const extension = path.extname(filePath)
  const textType = textTypes[extension]
  if (textType === undefined)
    return encodeBinary(binaryTypes[extension] ?? 'application/octet-stream', identity)
  const br = files.get(filePath + compressedExtensions.br)
  const gzip = files.get(filePath + compressedExtensions.gzip)
  return br === undefined || gzip === undefined
    ? encodeText(textType, identity)
    : combineEncodings(textType, { identity, br, gzip })
}
