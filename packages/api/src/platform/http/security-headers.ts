import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import { isDeepStrictEqual } from 'node:util'
import type { Middleware, ParameterizedContext } from 'koa'
import type { RequestState } from './state.ts'

/** What the headers depend on in the settings. */
export interface SecuritySources {
  /** The origin of the card form: Stripe, or this server for the stand-in. */
  payments: 'stripe' | 'embedded'
  /** Where browsers send analytics; null without analytics. */
  analyticsUrl: string | null
}

interface SecurityOptions {
  readSources: () => SecuritySources
  /** Whether the site uses https; if so, a header (HSTS) makes browsers keep using it. */
  https: boolean
  /** The inline content of the site's pages, as sources such as `'sha256-...'`. */
  inline: { scriptSources: readonly string[]; styleSources: readonly string[] }
}

const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** The players of videos in posts, loaded at the reader's request (core's blog/video.ts). */
const videoPlayers = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/** Pages with a secret address, which must not be sent to other sites as a referrer. */
const secretPath = /^\/(order|api\/orders|blog\/preview)\//

const unsafeInline = "'unsafe-inline'"

/** Replaced with the nonce of each request, since the headers are created once. */
const noncePlaceholder = 'NONCE'

/**
 * Sets the content security policy and related headers with helmet. Style elements of the admin, which antd creates, carry a
 * nonce per request. Its style attributes are unrestricted, because CKEditor writes them.
 */
export function securityHeaders({ readSources, ...options }: SecurityOptions): Middleware<RequestState> {
  let current: { sources: SecuritySources; set: SetHeaders } | null = null
  const setCurrentHeaders: SetHeaders = (ctx) => {
    const sources = readSources()
    if (current === null || !isDeepStrictEqual(current.sources, sources))
      current = { sources, set: createSetHeaders(sources, options) }
    current.set(ctx)
  }
  return (ctx, next) => {
    setCurrentHeaders(ctx)
    ctx.state.setSecurityHeaders = () => setCurrentHeaders(ctx)
    return next()
  }
}

type SetHeaders = (ctx: ParameterizedContext<RequestState>) => void

function createSetHeaders(
  { payments, analyticsUrl }: SecuritySources,
  { https, inline }: Omit<SecurityOptions, 'readSources'>,
): SetHeaders {
  const usesStripe = payments === 'stripe'
  const strictTransportSecurity = https ? { maxAge: 63_072_000, includeSubDomains: true } : false
  const computePageHeaders = (styleSources: readonly string[], styleAttributes: readonly string[] = []) =>
    computeHeaders({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          baseUri: ["'none'"],
          connectSrc: [
            "'self'",
            ...(usesStripe ? stripe.connect : []),
            ...(analyticsUrl === null ? [] : [new URL(analyticsUrl).origin]),
          ],
          fontSrc: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          frameSrc: [...(usesStripe ? stripe.frame : ["'self'"]), ...videoPlayers],
          // A post may show images from other sites (Featured Image URL).
          imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
          objectSrc: ["'none'"],
          scriptSrc: [
            "'self'",
            "'wasm-unsafe-eval'",
            ...inline.scriptSources,
            ...(usesStripe ? stripe.script : []),
          ],
          styleSrc: ["'self'", ...styleSources],
          ...(styleAttributes.length === 0 ? {} : { styleSrcAttr: styleAttributes }),
          workerSrc: ["'self'", 'blob:'],
          ...(https ? { upgradeInsecureRequests: [] } : {}),
        },
      },
      strictTransportSecurity,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // The card form of the provider runs in a frame of another origin.
      crossOriginEmbedderPolicy: false,
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    })
  const publicHeaders = computePageHeaders(inline.styleSources)
  // Scripts, workers among them, styles and fonts: a page's policy would be larger than most of these files.
  const fileHeaders = computeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        connectSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      },
    },
    strictTransportSecurity,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  // In development Vite writes style elements without a nonce, and a nonce in the policy would block them.
  const isDevelopment = inline.styleSources.includes(unsafeInline)
  const adminHeaders = isDevelopment
    ? publicHeaders
    : computePageHeaders([`'nonce-${noncePlaceholder}'`], [unsafeInline])

  return (ctx) => {
    const isAdmin = ctx.path === '/admin' || ctx.path.startsWith('/admin/')
    if (isAdmin) {
      const nonce = (ctx.state.styleNonce ??= randomBytes(16).toString('base64'))
      for (const [name, value] of adminHeaders)
        ctx.res.setHeader(name, value.replace(noncePlaceholder, nonce))
    } else {
      for (const [name, value] of ctx.path.startsWith('/assets/') ? fileHeaders : publicHeaders)
        ctx.res.setHeader(name, value)
    }
    if (secretPath.test(ctx.path)) ctx.set('Referrer-Policy', 'no-referrer')
  }
}

/** Returns the headers that helmet sets. Computed once, since they are the same for every request. */
function computeHeaders(options: HelmetOptions): [string, string][] {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

/** The paths that pages of other sites may read: the public API about proofs, its description, and badges. */
const openPaths = /^\/(api\/proofs(\/|$)|api\/openapi\.json$|badge\/)/

/** Allows pages of any site to read the public paths, including error responses. These never use credentials. */
export const cors: Middleware = (ctx, next) => {
  if (openPaths.test(ctx.path)) {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  }
  return next()
}
