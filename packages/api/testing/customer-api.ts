import { createApi, type Api } from '@priormark/core/api'
import { createClient } from '@priormark/core/platform/http/client'

/** Returns an API client with its own cookies, as a customer's browser has them. Imports nothing of the server. */
export function customerApi(url: string): Api {
  let cookies = ''
  const client = createClient({
    baseUrl: url,
    fetch: async (address, init) => {
      const response = await fetch(address, { ...init, headers: { ...init.headers, cookie: cookies } })
      const received = response.headers.getSetCookie()
      if (received.length > 0) cookies = received.map((cookie) => cookie.split(';', 1)[0]).join('; ')
      return response
    },
  })
  return createApi(client)
}
