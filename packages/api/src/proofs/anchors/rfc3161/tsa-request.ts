import { HostError, requestHost, type HttpOptions } from '../anchor-http.ts'
import type { TsaConfig } from './tsa-config.ts'
import { readTimestampAnswer, timestampRequest } from './tsp-messages.ts'

/** Why there is no token, after the authority's name. */
export interface TsaFailure {
  problem: string
  /** Whether the same authority may sign later. One that signs what does not hold is not paid for more of it. */
  isRetried: boolean
}

/** The longest token that a proof can contain, and so the longest response. */
const maxAnswerBytes = 65_536

/** Requests a time-stamp of a root, which may cost money. Returns a token that nothing has checked yet. */
export async function requestTimestamp(
  { urls, policy, authorization }: Pick<TsaConfig, 'urls' | 'policy' | 'authorization'>,
  { url, root, nonce }: { url: string; root: string; nonce: string },
  http: Omit<HttpOptions, 'maxBytes'>,
): Promise<{ token: Uint8Array } | TsaFailure> {
  // The login is for the first authority only, so that the others do not learn it.
  const login = authorization !== null && url === urls[0] ? { authorization } : {}
  const request = {
    url,
    accept: 'application/timestamp-reply',
    headers: { 'content-type': 'application/timestamp-query', ...login },
    body: new Uint8Array(timestampRequest(root, nonce, policy)),
  }
  try {
    const bytes = await requestHost({ ...http, maxBytes: maxAnswerBytes }, request)
    if (bytes === null) return { problem: 'responds with status 404', isRetried: true }
    const answer = readTimestampAnswer(bytes)
    return 'token' in answer ? answer : { problem: answer.refusal, isRetried: true }
  } catch (error) {
    if (error instanceof HostError) return { problem: error.message, isRetried: true }
    throw error
  }
}
