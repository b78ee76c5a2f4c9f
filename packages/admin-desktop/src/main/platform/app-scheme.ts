import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The app's pages may load only their own files, and images from any https address. CKEditor and antd use inline styles. */
const contentSecurity = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "media-src 'self'",
  "frame-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join('; ')

const ownHeaders = {
  'content-security-policy': contentSecurity,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

interface AppSchemeDeps {
  /** The folder of the pages; nothing outside it is served. */
  root: string
  /** Handles the server's paths: /api/* and /media/*. */
  forward: (request: Request) => Promise<Response>
  /** Returns an image of a draft that is not on the server yet. */
  image: (sha256: string) => Promise<{ type: string; bytes: Uint8Array } | null>
}

/** Handles app://admin: the app's pages (every path below /admin is the same page), the API, and images of drafts. */
export function createAppScheme({ root, forward, image }: AppSchemeDeps) {
  return async (request: Request): Promise<Response> => {
    const { host, pathname } = new URL(request.url)
    if (host !== 'admin') return emptyResponse(404)
    if (pathname.startsWith('/api/') || pathname.startsWith('/media/')) return forward(request)
    const sha256 = /^\/_media\/([0-9a-f]{64})$/.exec(pathname)?.[1]
    if (sha256 !== undefined) {
      const draftImage = await image(sha256)
      if (draftImage === null) return emptyResponse(404)
      return new Response(new Uint8Array(draftImage.bytes), {
        headers: { ...ownHeaders, 'content-type': draftImage.type, 'cache-control': 'no-store' },
      })
    }
    const file = fileOf(root, pathname)
    if (file === null) return emptyResponse(403)
    const bytes = await readFile(file).catch(() => null)
    if (bytes === null) return emptyResponse(404)
    const contentType = contentTypes[path.extname(file)] ?? 'application/octet-stream'
    return new Response(new Uint8Array(bytes), { headers: { ...ownHeaders, 'content-type': contentType } })
  }
}

/** Returns the file for a path: index.html for a screen's path; null for a path outside the folder. */
export function fileOf(root: string, pathname: string): string | null {
  let decodedPath: string
  try {
    decodedPath = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decodedPath.includes('\0') || decodedPath.includes('\\')) return null
  const file = path.resolve(root, `.${decodedPath}`)
  const relativePath = path.relative(root, file)
  if (relativePath.startsWith('..') || path.isAbsolute(relativePath)) return null
  return path.extname(file) === '' ? path.join(root, 'index.html') : file
}

function emptyResponse(status: number): Response {
  return new Response(null, { status, headers: ownHeaders })
}
