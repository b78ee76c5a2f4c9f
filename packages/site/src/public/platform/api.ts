import { createClient, type Client } from '@priormark/core/platform/http/client'

/** Calls from the public pages: same origin, cookies, no bearer. Each screen names the endpoints it needs. */
export const client: Client = createClient({ fetch: (url, init) => fetch(url, init) })
