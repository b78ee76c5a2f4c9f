/** A host sent no usable response. The message has no subject: it is shown after the host's name. */
export class HostError extends Error {
  override readonly name = 'HostError'
}

export interface HttpOptions {
  /** A longer response is rejected before its end. */
  maxBytes: number
  /** For the whole exchange, including the body. */
  timeoutMs: number
  /** Aborts the exchange; null if nothing does. */
  signal: AbortSignal | null
  fetch: typeof fetch
}

/** GET, or POST if there is a body. */
interface HttpRequest {
  url: string
  accept: string
  body?: Uint8Array<ArrayBuffer>
  headers?: Readonly<Record<string, string>>
}

/**
 * Sends a request to a host. Returns the bytes of a 200, or null for a 404. Rejects everything else with
 * HostError, including redirects, whose targets are not on any allow-list.
 */
export async function requestHost(
  options: HttpOptions,
  { url, accept, body, headers }: HttpRequest,
): Promise<Uint8Array | null> {
  const { signal, timeoutMs } = options
  try {
    const response = await options.fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: { accept, 'user-agent': 'priormark', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === null ? [] : [signal])]),
    })
    if (response.status === 200) return await readBounded(response, options.maxBytes)
    await response.body?.cancel()
    if (response.status === 404) return null
    throw new HostError(`responds with status ${response.status}`)
  } catch (error) {
    if (error instanceof HostError) throw error
    signal?.throwIfAborted()
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    throw new HostError(isTimeout ? 'responds too slowly' : 'does not respond')
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxBytes) throw new HostError('sends an oversized response')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** What one host did wrong, for a sentence shown to people. */
export interface HostProblem {
  host: string
  problem: string
}

/** Separates the responses of several hosts from their problems. Throws any error but a HostError. */
export function separateResults<T>(
  urls: readonly string[],
  results: readonly PromiseSettledResult<T>[],
): { responses: { host: string; value: T }[]; problems: HostProblem[] } {
  const responses: { host: string; value: T }[] = []
  const problems: HostProblem[] = []
  for (const [index, result] of results.entries()) {
    const { host } = new URL(urls[index] ?? '')
    if (result.status === 'fulfilled') responses.push({ host, value: result.value })
    else if (result.reason instanceof HostError) problems.push({ host, problem: result.reason.message })
    else throw result.reason
  }
  return { responses, problems }
}
