import { http, type HttpTransport } from 'viem'

/** The limit of a response, in bytes. A block lists the hash of each transaction in 69 bytes, and the fullest have some ten thousand. */
const maxResponseBytes = 2 * 1024 * 1024

/**
 * Returns how viem sends requests to a node. viem's own timeout ends when the headers arrive, so a node that sends a body without
 * end would keep its caller waiting for ever.
 * @param timeoutMs for the whole exchange, including the body
 */
export function nodeTransport(rpcUrl: string, timeoutMs: number): HttpTransport {
  return http(rpcUrl, {
    // Every run tries again, so viem does not.
    retryCount: 0,
    timeout: timeoutMs,
    maxResponseBodySize: maxResponseBytes,
    // The URL may contain a secret, so redirects are not followed.
    fetchOptions: { redirect: 'manual' },
    fetchFn: (input, init) => {
      const signals = [init?.signal ?? [], AbortSignal.timeout(timeoutMs)].flat()
      return fetch(input, { ...init, signal: AbortSignal.any(signals) })
    },
  })
}
