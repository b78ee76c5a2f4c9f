import { aboutEndpoints } from '@priormark/core/about/endpoints'
import { NetworkError } from '@priormark/core/http/api-error'
import { createClient, type Fetch } from '@priormark/core/http/client'

/** An address that cannot be connected; the message is for the person who typed it. */
export class AddressError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'AddressError'
  }
}

/** The origin that a person means by what they typed. @throws AddressError */
export function serverAddress(typed: string): string {
  const trimmed = typed.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (trimmed === '' || !URL.canParse(whole)) {
    throw new AddressError('This is not a valid address. It looks like https://shop.example.')
  }
  const { protocol, hostname, origin, username, password } = new URL(whole)
  if (username !== '' || password !== '') {
    throw new AddressError('Remove the username and password from the address. The login asks for them.')
  }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return origin
  throw new AddressError('The address must begin with https://, unless the server runs on this computer.')
}

/** How a server is asked what it is. */
interface AboutParts {
  fetch: Fetch
  /** Where a server sends on whoever calls an address; null where it does not, or nobody answers. */
  redirectOf: (url: string) => Promise<string | null>
}

/** Asks a server whether it is Priormark, before anybody types a password for it. @throws AddressError */
export async function askAbout(url: string, { fetch, redirectOf }: AboutParts): Promise<{ name: string }> {
  const client = createClient({ baseUrl: url, fetch })
  try {
    return await client.call(aboutEndpoints.read, {})
  } catch (error) {
    if (!(error instanceof NetworkError)) throw otherServer(url)
    const target = await redirectOf(url + aboutEndpoints.read.path)
    if (target === null || !URL.canParse(target)) {
      throw new AddressError(`No server responds at ${url}. Check the address and your connection.`)
    }
    const { origin } = new URL(target)
    if (origin === url) throw otherServer(url)
    throw new AddressError(
      `The server at ${url} redirects to ${origin}. If that is your server, enter its address.`,
    )
  }
}

function otherServer(url: string): AddressError {
  return new AddressError(`The server at ${url} is not a Priormark shop.`)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
