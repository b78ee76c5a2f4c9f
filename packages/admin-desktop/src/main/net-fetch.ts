import type { Fetch } from '@priormark/core/http/client'
import { net } from 'electron'
import type { TransferFetch } from './downloads/transfer.ts'

/** The longest that a call may take, images that are uploaded included, in milliseconds. */
const callTimeoutMs = 120_000

/** The longest that a person waits for a server to say what it is, in milliseconds. */
const aboutTimeoutMs = 20_000

/**
 * Calls by Chromium's network (proxies and certificates of the system), without cookies: the bearer is the credential.
 * A redirect is an error, so that no credential follows it.
 */
const fetchWithin =
  (timeoutMs: number): Fetch =>
  (url, init) =>
    net.fetch(url, {
      ...init,
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })

export const apiFetch = fetchWithin(callTimeoutMs)
export const aboutFetch = fetchWithin(aboutTimeoutMs)

export const fileFetch: TransferFetch = (url, init) =>
  net.fetch(url, { ...init, credentials: 'omit', redirect: 'error' })

/** Where a server sends on whoever calls an address; null where it does not, or nobody answers. Nothing goes there. */
export function redirectOf(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    // fetch() says of a redirect only that there was one, and not in the same words everywhere.
    const request = net.request({ url, redirect: 'manual', credentials: 'omit' })
    const timer = setTimeout(() => request.abort(), aboutTimeoutMs)
    request.on('redirect', (_status, _method, target) => resolve(target))
    request.on('response', () => request.abort())
    // A redirect that nobody follows ends in an error, too.
    request.on('error', () => resolve(null))
    request.on('close', () => {
      clearTimeout(timer)
      resolve(null)
    })
    request.end()
  })
}
