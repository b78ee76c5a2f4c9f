import { administrator } from '@priormark/api/testing/administrator'
import { startShop, type ShopOptions } from '@priormark/api/testing/shop-process'
import { createApi, type Api } from '@priormark/core/api'
import { createClient, type Client } from '@priormark/core/platform/http/client'

/** A fault of one call. */
type CallFault = 'none' | 'lost-request' | 'lost-response' | 'broken' | 'bad-gateway'

/** An administrator's computer, as the API sees it. */
export interface ApiClient {
  client: Client
  api: Api
  /** The faults of the next calls, one each. Later calls succeed. */
  faults: CallFault[]
  /** Whether every call fails before it is sent. */
  isOffline: boolean
  /** The credential; null sends none. */
  token: string | null
}

/** The real API in its own process, with an empty database. */
export interface ApiProcess {
  url: string
  /** Logs in as the administrator, or as another user. */
  logIn(who?: typeof administrator): Promise<ApiClient>
  stop(): Promise<void>
}

/** Starts the API and waits until it listens. @param prepare changes its data before it starts */
export async function startApi({ prepare }: Pick<ShopOptions, 'prepare'> = {}): Promise<ApiProcess> {
  const { url, stop } = await startShop(prepare === undefined ? {} : { prepare })
  return {
    url,
    async logIn(who = administrator) {
      const machine = newClient(url)
      machine.token = (await machine.api.auth.login({ body: who })).token
      return machine
    },
    stop,
  }
}

function newClient(baseUrl: string): ApiClient {
  const client = createClient({
    baseUrl,
    token: () => machine.token,
    fetch: async (url, init) => {
      const fault = machine.faults.shift()
      if (machine.isOffline || fault === 'lost-request') throw new TypeError('no network')
      if (fault === 'broken') return Response.json({ error: 'Something went wrong' }, { status: 500 })
      if (fault === 'bad-gateway') return new Response('Bad Gateway', { status: 502 })
      const response = await fetch(url, init)
      if (fault === 'lost-response') throw new TypeError('the response was lost')
      return response
    },
  })
  const machine: ApiClient = { client, api: createApi(client), faults: [], isOffline: false, token: null }
  return machine
}
