import type { Fetch } from '@priormark/core/http/client'
import { net } from 'electron'
import type { TransferFetch } from './downloads/transfer.ts'

/** The longest that a call may take, images that are uploaded included, in milliseconds. */
const callTimeoutMs = 120_000

/**
 * Calls by Chromium's network (proxies and certificates of the system), without cookies: the bearer is the credential.
 * A redirect is an error, so that no credential follows it.
 */
export const apiFetch: Fetch = (url, init) =>
  net.fetch(url, {
    ...init,
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(callTimeoutMs),
  })

export const fileFetch: TransferFetch = (url, init) =>
  net.fetch(url, { ...init, credentials: 'omit', redirect: 'error' })
