import type { Fetch } from '@priormark/core/platform/http/client'
import { net } from 'electron'
import type { TransferFetch } from './downloads/transfer.ts'

/** The timeout of a call, including image uploads, in milliseconds. */
const callTimeoutMs = 120_000

/** The timeout for identifying a server, in milliseconds. */
const aboutTimeoutMs = 20_000

/**
 * Uses Chromium's network stack (system proxies and certificates) without cookies: the bearer token is the credential.
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
export const serverInfoFetch = fetchWithin(aboutTimeoutMs)

export const fileFetch: TransferFetch = (url, init) =>
  net.fetch(url, { ...init, credentials: 'omit', redirect: 'error' })

/** Returns the target of a redirect, without following it; null if there is none or no response. */
export function redirectOf(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    // fetch() does not reveal the target of a redirect.
    const request = net.request({ url, redirect: 'manual', credentials: 'omit' })
    const timer = setTimeout(() => request.abort(), aboutTimeoutMs)
    request.on('redirect', (_status, _method, target) => resolve(target))
    request.on('response', () => request.abort())
    // An unfollowed redirect also ends in an error.
    request.on('error', () => resolve(null))
    request.on('close', () => {
      clearTimeout(timer)
      resolve(null)
    })
    request.end()
  })
}
