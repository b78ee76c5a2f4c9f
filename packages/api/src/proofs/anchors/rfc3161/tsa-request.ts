import { randomBytes } from 'node:crypto'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { Fields, only, smallNumber, tags, TokenError } from '@priormark/core/proofs/proof-v2/tsp/der'
import { HostError, requestHost, type HttpOptions } from '../anchor-http.ts'
import { berToDer, der, derInteger, oidBytes } from './der-writing.ts'
import type { TsaConfig } from './tsa-config.ts'

/** Why there is no token. `problem` has no subject: it is shown after the authority's name. */
export interface TsaFailure {
  problem: string
  /** Whether the same authority is asked again. After an invalid token it is not, because each request may cost money. */
  isRetried: boolean
}

/** The longest token that a proof can contain. */
const maxResponseBytes = 65_536

/** Requests a time-stamp of a root, which may cost money. Returns a token that is not checked yet. */
export async function requestTimestamp(
  { urls, policy, authorization }: Pick<TsaConfig, 'urls' | 'policy' | 'authorization'>,
  { url, root, nonce }: { url: string; root: string; nonce: string },
  http: Omit<HttpOptions, 'maxBytes'>,
): Promise<{ token: Uint8Array } | TsaFailure> {
  // Only the first authority gets the login, so that the others do not learn it.
  const login = authorization !== null && url === urls[0] ? { authorization } : {}
  const request = {
    url,
    accept: 'application/timestamp-reply',
    headers: { 'content-type': 'application/timestamp-query', ...login },
    body: new Uint8Array(writeTimestampRequest(root, nonce, policy)),
  }
  try {
    const bytes = await requestHost({ ...http, maxBytes: maxResponseBytes }, request)
    if (bytes === null) return { problem: 'responds with status 404', isRetried: true }
    const response = readTimestampResponse(bytes)
    return 'token' in response ? response : { ...response, isRetried: true }
  } catch (error) {
    if (error instanceof HostError) return { problem: error.message, isRetried: true }
    throw error
  }
}

/** The object identifier of SHA-256, in hex. */
const sha256Id = '608648016503040201'

/** Returns 8 random bytes in hex that an INTEGER contains unchanged: positive, and without a leading zero. */
export function newNonce(): string {
  const bytes = randomBytes(8)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}

/** Writes the request for a time-stamp of a root (RFC 3161, section 2.4.1). It demands the certificate in the response. */
function writeTimestampRequest(root: string, nonce: string, policy: string | null): Uint8Array {
  const algorithm = der(tags.sequence, der(tags.oid, fromHex(sha256Id)))
  return der(
    tags.sequence,
    derInteger(Uint8Array.of(1)),
    der(tags.sequence, algorithm, der(tags.octets, fromHex(root))),
    ...(policy === null ? [] : [der(tags.oid, oidBytes(policy))]),
    derInteger(fromHex(nonce)),
    der(tags.boolean, Uint8Array.of(0xff)),
  )
}

/** The statuses granted and grantedWithMods (RFC 3161, section 2.4.2). */
const grantedStatuses = [0, 1]

/**
 * Reads a response (RFC 3161, section 2.4.2), which may be BER. Returns the token in DER, or the problem, without its
 * subject, the authority.
 */
function readTimestampResponse(bytes: Uint8Array): { token: Uint8Array } | { problem: string } {
  const unreadableResponse = { problem: 'sends a response that is not a time-stamp' }
  try {
    const derBytes = berToDer(bytes)
    if (derBytes === null) return unreadableResponse
    const response = Fields.of(derBytes)
    const status = smallNumber(response.sequence().next(tags.integer))
    if (!grantedStatuses.includes(status)) return { problem: `refuses with status ${status}` }
    const { raw } = response.next(tags.sequence)
    response.end()
    return { token: only(raw, tags.sequence).raw }
  } catch (error) {
    if (error instanceof TokenError) return unreadableResponse
    throw error
  }
}
