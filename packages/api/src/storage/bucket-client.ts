import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@priormark/core/errors'
import { AwsClient } from 'aws4fetch'
import type { BucketConfig } from './storage-config.ts'

/** One call of the store. `name` is that of an object, without the prefix; without one the call is about the bucket. */
export interface BucketCall {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  name?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** Gives the call up, all its tries and the body of its answer. */
  signal?: AbortSignal | undefined
}

/** Makes a signed call, again where the store was out of breath; answers the response, whatever its status. */
export type BucketClient = (call: BucketCall) => Promise<Response>

/** How often a call is made in all, and how long the first pause is, in milliseconds. */
const tries = 4
const firstPauseMs = 200

/** How long the store may take until it begins to answer, in milliseconds. */
const answerTimeoutMs = 60_000

/**
 * Calls a bucket by its path (endpoint/bucket/name), which every S3-compatible store takes. All calls that are made here may be
 * made twice: they put, read or remove one named thing. @throws AppError unavailable where the store does not answer
 */
export function openBucketClient(config: BucketConfig): BucketClient {
  const { accessKeyId, secretAccessKey, region } = config
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })

  async function once({
    method,
    name,
    query = {},
    headers = {},
    body,
    signal,
  }: BucketCall): Promise<Response> {
    const path = name === undefined ? '' : `/${config.prefix}${name}`
    const url = new URL(`${config.endpoint}/${config.bucket}${path}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), answerTimeoutMs)
    try {
      const request = await signer.sign(url.href, {
        method,
        // What arrives must be what was sent: the store checks it.
        headers: {
          ...headers,
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        },
        ...(body === undefined ? {} : { body }),
      })
      const signals = signal === undefined ? [patience.signal] : [patience.signal, signal]
      // Files and their names go to the store that was configured and to no other: a redirect is a refusal.
      return await fetch(request, { redirect: 'manual', signal: AbortSignal.any(signals) })
    } finally {
      clearTimeout(timer)
    }
  }

  return async (call) => {
    for (let turn = 1; ; turn += 1) {
      try {
        const response = await once(call)
        if (turn === tries || (response.status < 500 && response.status !== 429)) return response
        await response.body?.cancel()
      } catch (cause) {
        const isLast = turn === tries || call.signal?.aborted === true
        if (isLast) throw new AppError('unavailable', 'The file storage does not answer', { cause })
      }
      await wait(firstPauseMs * 2 ** (turn - 1))
    }
  }
}

/** Answers the body of a response that went well. @throws AppError unavailable with what the store said as its cause */
export async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  if (response.ok) return text
  throw refused(response.status, text)
}

/** What a store's refusal becomes. */
export function refused(status: number, text: string): AppError {
  const cause = new Error(`the file storage answered ${status} ${xmlText(text, 'Code') ?? ''}`.trim())
  return new AppError('unavailable', 'The file storage refused a call', { cause })
}

/** The text of the first element of a name in what a store answers; null where there is none. */
export function xmlText(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? null : unescapeXml(text)
}

/** The content of every element of a name. */
export function xmlElements(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs')), ([, content = '']) => content)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"' }

function unescapeXml(text: string): string {
  return text.replace(/&([a-z#0-9]+);/g, (whole, name: string) => entities[name] ?? whole)
}
