import { aboutEndpoints } from '@priormark/core/pages/openapi/endpoints'
import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { createClient, type Fetch } from '@priormark/core/platform/http/client'

/** An address that the app cannot connect to; the message is shown to the user. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/** Parses a typed address into an origin. @throws AddressError */
export function parseServerAddress(input: string): string {
  const trimmed = input.trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (trimmed === '' || !URL.canParse(address)) {
    throw new AddressError('Enter an address such as https://shop.example.')
  }
  const { protocol, hostname, origin, username, password } = new URL(address)
  if (username !== '' || password !== '') {
    throw new AddressError(
      'Enter the address without a username and password. You log in on the next screen.',
    )
  }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return origin
  throw new AddressError('The address must start with https://, unless the server is on this computer.')
}

interface ServerInfoDeps {
  fetch: Fetch
  /** Returns the target of a redirect; null if there is none or no response. */
  redirectOf: (url: string) => Promise<string | null>
}

/** Checks that a server is Priormark, before anyone enters a password. @throws AddressError */
export async function fetchServerInfo(
  url: string,
  { fetch, redirectOf }: ServerInfoDeps,
): Promise<{ name: string }> {
  const client = createClient({ baseUrl: url, fetch })
  try {
    return await client.call(aboutEndpoints.read, {})
  } catch (error) {
    if (error instanceof ApiError && (error.status === 429 || error.status >= 500))
      throw new AddressError(`The server at ${url} is busy or not ready. Try again in a minute.`)
    if (!(error instanceof NetworkError)) throw notPriormarkError(url)
    const target = await redirectOf(url + aboutEndpoints.read.path)
    if (target === null || !URL.canParse(target)) {
      throw new AddressError(`Could not reach ${url}. Check the address and your connection.`)
    }
    const { origin } = new URL(target)
    if (origin === url) throw notPriormarkError(url)
    throw new AddressError(
      `The server at ${url} redirects to ${origin}. If that is your server, enter its address.`,
    )
  }
}

function notPriormarkError(url: string): AddressError {
  return new AddressError(`The server at ${url} is not a Priormark server.`)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
