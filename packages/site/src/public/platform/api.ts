import { createClient, type Client } from '@priormark/core/platform/http/client'

/** The client of the public pages: same origin, with cookies and without a bearer token. */
export const client: Client = createClient({ fetch: (url, init) => fetch(url, init) })
