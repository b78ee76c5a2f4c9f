/** A host gave no answer that can be used; the message says what it did, in words that follow its name. */
export class NoResponseError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoResponseError'
  }
}

/** How a host is asked. */
export interface HttpAsking {
  /** An answer that is longer is not read to its end. */
  maxBytes: number
  /** For the whole exchange, the body included. */
  timeoutMs: number
  signal: AbortSignal
  fetch: typeof fetch
}

/** GET, or POST where there is a body. */
export interface HttpQuestion {
  url: string
  accept: string
  body?: Uint8Array<ArrayBuffer>
}

/**
 * Asks a host: the bytes of a 200, null for a 404. Everything else is a NoResponseError, a redirect too: where it leads is on
 * nobody's list.
 */
export async function askHost(
  asking: HttpAsking,
  { url, accept, body }: HttpQuestion,
): Promise<Uint8Array | null> {
  try {
    const response = await asking.fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: { accept, 'user-agent': 'priormark' },
      redirect: 'manual',
      signal: AbortSignal.any([asking.signal, AbortSignal.timeout(asking.timeoutMs)]),
    })
    if (response.status === 200) return await readBounded(response, asking.maxBytes)
    await response.body?.cancel()
    if (response.status === 404) return null
    throw new NoResponseError(`answers with status ${response.status}`)
  } catch (error) {
    if (error instanceof NoResponseError) throw error
    asking.signal.throwIfAborted()
    const tooSlow = error instanceof Error && error.name === 'TimeoutError'
    throw new NoResponseError(tooSlow ? 'answers too slowly' : 'does not answer')
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxBytes) throw new NoResponseError('answers with far too much')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** What one host did, for the sentence that a person reads. */
export interface HostProblem {
  host: string
  problem: string
}

/** Sorts what several hosts answered into answers and problems; what is no NoResponseError is thrown. */
export function sortAnswers<T>(
  urls: readonly string[],
  settled: readonly PromiseSettledResult<T>[],
): { answers: { host: string; value: T }[]; problems: HostProblem[] } {
  const answers: { host: string; value: T }[] = []
  const problems: HostProblem[] = []
  for (const [index, result] of settled.entries()) {
    const { host } = new URL(urls[index] ?? '')
    if (result.status === 'fulfilled') answers.push({ host, value: result.value })
    else if (result.reason instanceof NoResponseError) problems.push({ host, problem: result.reason.message })
    else throw result.reason
  }
  return { answers, problems }
}
