import { aboutEndpoints } from '@priormark/core/pages/openapi/endpoints'
import { createClient, type Client } from '@priormark/core/platform/http/client'

/** The client of the site's own pages: same origin, with cookies and without a bearer token. */
export const client: Client = createClient({ fetch: (url, init) => fetch(url, init) })

/** What to do in a browser that blocks cookies. */
export const allowCookiesMessage =
  'Your browser blocks cookies for this site. It needs one to know which file and order are yours. Allow cookies for this site in your browser’s settings, then reload the page.'

/** A call cannot succeed because the browser blocks cookies. The message says what to do. */
export class CookiesBlocked extends Error {
  constructor() {
    super(allowCookiesMessage)
    this.name = 'CookiesBlocked'
  }
}

/**
 * Returns whether the browser sends no cookie that the server has set; only the server can tell, since scripts cannot read it. If
 * the cookie was deleted, the first call sets it again, so a second call decides. False if the server cannot be asked.
 */
export async function areCookiesBlocked(): Promise<boolean> {
  try {
    for (let calls = 0; calls < 2; calls++) {
      const { isKept } = await client.call(aboutEndpoints.cookie, {})
      if (isKept) return false
    }
    return true
  } catch {
    return false
  }
}
