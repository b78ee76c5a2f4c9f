import { HostError, requestHost, type HttpOptions } from '../anchor-http.ts'
import type { TsaConfig } from './tsa-config.ts'
import { readTimestampResponse, writeTimestampRequest } from './tsp-messages.ts'

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
