import * as v from 'valibot'
import { ApiError, NetworkError } from './api-error.ts'
import { endpointPath, type CallInput, type CallReply, type EndpointSpec } from './endpoint.ts'

/** The part of fetch() that calls use, so that core needs neither DOM nor Node. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    credentials: 'include'
    body?: never
    signal?: never
  },
) => Promise<FetchResponse>

export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

interface ClientOptions {
  fetch: Fetch
  /** Where the API is: '' for the same origin. */
  baseUrl?: string
  /** Returns the bearer credential, before every call; null sends none. */
  token?: () => string | null
  /** Waits before a read is repeated. */
  wait?: (ms: number) => Promise<void>
}

/**
 * How often, and for how long, a read is repeated if the response is 503 with Retry-After. After a database failover it
 * responds again within seconds (docs/decisions/0043-repeated-reads.md).
 */
const maxRetries = 4
const maxRetryMs = 10_000
const maxPauseSeconds = 5

export interface CallOptions {
  /** An AbortSignal. */
  signal?: object | undefined
  headers?: Record<string, string>
}

/** A parsed response. */
interface ResponseOf<Reply> {
  body: Reply
  header(name: string): string | null
}

export interface Client {
  /** Calls an endpoint. @throws ApiError for a response that is not OK, NetworkError if there is none. */
  call<E extends EndpointSpec>(spec: E, input: CallInput<E>, options?: CallOptions): Promise<CallReply<E>>
  /** Like `call`, but also returns the response's headers. */
  request<E extends EndpointSpec>(
    spec: E,
    input: CallInput<E>,
    options?: CallOptions,
  ): Promise<ResponseOf<CallReply<E>>>
}

interface AnyInput {
  params?: Record<string, string>
  query?: object
  body?: unknown
  form?: object
}

/** Creates the API client. It always sends cookies, a bearer token if there is one, and JSON only with a body. */
export function createClient({ fetch, baseUrl = '', token, wait = sleep }: ClientOptions): Client {
  /** Repeats a read after a 503, once the delay in its Retry-After has passed. Returns the last response. */
  async function send(
    { method, isRepeated }: EndpointSpec,
    url: string,
    init: Parameters<Fetch>[1],
  ): Promise<FetchResponse> {
    const startedMs = Date.now()
    for (let retries = 0; ; retries++) {
      const response = await fetch(url, init)
      const retryAfter = response.status === 503 ? response.headers.get('retry-after') : null
      const isFinal = method !== 'GET' || isRepeated === false || retries === maxRetries
      if (retryAfter === null || isFinal) return response
      const pauseMs = pauseSeconds(retryAfter) * 1_000
      if (Date.now() - startedMs + pauseMs > maxRetryMs) return response
      await wait(pauseMs)
    }
  }

  async function request<E extends EndpointSpec>(
    spec: E,
    input: CallInput<E>,
    options: CallOptions = {},
  ): Promise<ResponseOf<CallReply<E>>> {
    const { body, form, ...address } = input as AnyInput
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
    const bearer = token?.()
    if (bearer) headers['authorization'] = `Bearer ${bearer}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const payload = form ?? (body === undefined ? undefined : JSON.stringify(body))

    let response: FetchResponse
    let text: string
    try {
      response = await send(spec, baseUrl + endpointPath(spec, address), {
        method: spec.method,
        headers,
        credentials: 'include',
        ...platformParts(payload, options.signal),
      })
      text = await response.text()
    } catch (cause) {
      throw new NetworkError(cause)
    }
    if (!response.ok) throw new ApiError(response.status, text, response.statusText)
    return { body: parseReply(spec, text), header: (name) => response.headers.get(name) }
  }

  return {
    request,
    call: async (spec, input, options) => (await request(spec, input, options)).body,
  }
}

function pauseSeconds(retryAfter: string): number {
  const seconds = Number(retryAfter)
  return seconds >= 0 && seconds <= maxPauseSeconds ? seconds : maxPauseSeconds
}

/** The platforms' types of a body and a signal differ, so `Fetch` has `never`, which fits them all. */
function platformParts(
  body: string | object | undefined,
  signal: object | undefined,
): Pick<Parameters<Fetch>[1], 'body' | 'signal'> {
  const parts: { body?: string | object; signal?: object } = {
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  }
  return parts as Pick<Parameters<Fetch>[1], 'body' | 'signal'>
}

/** Browsers and Node have it, but core uses neither's type libraries. */
declare function setTimeout(callback: () => void, ms: number): unknown

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}

/** Resolves to null instead of rejecting if the user is not logged in. */
export async function nullWhenUnauthenticated<Reply>(call: Promise<Reply>): Promise<Reply | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Parses a response by the endpoint's reply schema. @throws if it has a different shape */
function parseReply<E extends EndpointSpec>(spec: E, text: string): CallReply<E> {
  if (spec.reply === null || spec.reply === 'file') return undefined as CallReply<E>
  return v.parse(spec.reply, JSON.parse(text)) as CallReply<E>
}
