import { reversedHex } from '@priormark/core/proofs/proof/bitcoin-header'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { sha256 } from '../../../platform/sha256.ts'
import type { OtsConfig } from './ots-config.ts'
import { requestHost, HostError, separateResults, type HttpOptions } from '../anchor-http.ts'
import { stuckReasons } from './ots-reasons.ts'

/** The longest response is a header, which has 160 characters in hex. */
const maxResponseBytes = 1_000

/** The sources cannot establish the state of the chain. The message is shown to people. */
export class SourcesError extends Error {
  override readonly name = 'SourcesError'
}

/** A block that the sources agree on, or that none, or only some, of them have. */
export type BlockAtHeight =
  | { state: 'agreed'; hash: string; header: Uint8Array }
  | { state: 'unknown' }
  | { state: 'partial' }

/** The chain as reported by several sources. Every request is made once; create a new instance for each run. */
export type BitcoinBlocks = ReturnType<typeof createBitcoinBlocks>

/** Queries Esplora APIs. Accepts what at least `sourcesNeeded` sources report and none contradicts. */
export function createBitcoinBlocks(
  { bitcoinSources, sourcesNeeded }: Pick<OtsConfig, 'bitcoinSources' | 'sourcesNeeded'>,
  http: Pick<HttpOptions, 'fetch' | 'signal' | 'timeoutMs'>,
) {
  const options = { ...http, maxBytes: maxResponseBytes }
  const blocks = new Map<number, Promise<BlockAtHeight>>()
  let tip: Promise<number> | null = null

  /** Returns a source's response, which must match a pattern; null for a 404. */
  async function requestText(source: string, path: string, pattern: RegExp): Promise<string | null> {
    const bytes = await requestHost(options, { url: `${source}${path}`, accept: 'text/plain' })
    if (bytes === null) return null
    const text = Buffer.from(bytes).toString('latin1').trim()
    if (!pattern.test(text)) throw new HostError('sends an unexpected response')
    return text
  }

  async function requestAll(
    path: string,
    pattern: RegExp,
  ): Promise<{ host: string; value: string | null }[]> {
    const results = await Promise.allSettled(
      bitcoinSources.map((source) => requestText(source, path, pattern)),
    )
    const { responses, problems } = separateResults(bitcoinSources, results)
    if (responses.length < sourcesNeeded)
      throw new SourcesError(stuckReasons.sourcesUnavailable(responses.length, sourcesNeeded, problems))
    return responses
  }

  async function requestBlock(height: number): Promise<BlockAtHeight> {
    const responses = await requestAll(`/block-height/${height}`, /^[0-9a-f]{64}$/)
    const reports = responses.flatMap(({ host, value }) => (value === null ? [] : [{ host, hash: value }]))
    const [first] = reports
    if (first === undefined) return { state: 'unknown' }
    if (reports.some(({ hash }) => hash !== first.hash))
      throw new SourcesError(stuckReasons.blockDisputed(height, reports))
    if (reports.length < sourcesNeeded) return { state: 'partial' }
    return { state: 'agreed', hash: first.hash, header: await requestHeader(height, first.hash) }
  }

  /** Requests a header from one source after the other. One is enough, because the hash verifies the header. */
  async function requestHeader(height: number, hash: string): Promise<Uint8Array> {
    for (const source of bitcoinSources) {
      try {
        const hex = await requestText(source, `/block/${hash}/header`, /^[0-9a-f]{160}$/)
        const header = fromHex(hex ?? '')
        if (reversedHex(sha256(sha256(header))) === hash) return header
      } catch (error) {
        if (!(error instanceof HostError)) throw error
      }
    }
    throw new SourcesError(stuckReasons.headerMissing(height))
  }

  async function requestTip(): Promise<number> {
    const responses = await requestAll('/blocks/tip/height', /^\d{1,9}$/)
    const heights = responses.flatMap(({ value }) => (value === null ? [] : [Number(value)]))
    if (heights.length < sourcesNeeded)
      throw new SourcesError(stuckReasons.sourcesUnavailable(heights.length, sourcesNeeded, []))
    return Math.min(...heights)
  }

  return {
    /** @throws SourcesError if too few sources respond, or they disagree */
    findBlock(height: number): Promise<BlockAtHeight> {
      const block = blocks.get(height) ?? requestBlock(height)
      blocks.set(height, block)
      return block
    },
    /** Returns the height of the newest block, the lowest that a source reports. @throws SourcesError if too few respond */
    readTip: (): Promise<number> => (tip ??= requestTip()),
  }
}
