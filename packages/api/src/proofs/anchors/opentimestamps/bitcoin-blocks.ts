import { reversedHex } from '@priormark/core/proofs/proof/bitcoin-header'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { sha256 } from '../../../platform/sha256.ts'
import type { OtsConfig } from './ots-config.ts'
import { requestHost, HostError, separateResults, type HttpOptions } from '../anchor-http.ts'
import { blockDisputed, headerMissing, sourcesUnavailable } from './ots-reasons.ts'

/** A header in hex has 160 characters; no other response is longer. */
const maxResponseBytes = 1_000

/** The sources cannot establish the state of the chain. The message is shown to people. */
export class SourcesError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SourcesError'
  }
}

/** A block that the sources agree on, that none of them has, or that only some of them have. */
export type BlockAtHeight =
  | { state: 'agreed'; hash: string; header: Uint8Array }
  | { state: 'unknown' }
  | { state: 'partial' }

/** The chain as reported by several sources. Every request is made once; create a new instance for each run. */
export interface BitcoinBlocks {
  /** @throws SourcesError if too few sources respond, or they disagree */
  at(height: number): Promise<BlockAtHeight>
  /** Returns the lowest height of the sources. @throws SourcesError if too few respond */
  tip(): Promise<number>
}

/** Queries Esplora APIs. Accepts what at least `sourcesNeeded` sources report and none contradicts. */
export function createBitcoinBlocks(
  { bitcoinSources, sourcesNeeded }: Pick<OtsConfig, 'bitcoinSources' | 'sourcesNeeded'>,
  http: Pick<HttpOptions, 'fetch' | 'signal' | 'timeoutMs'>,
): BitcoinBlocks {
  const options = { ...http, maxBytes: maxResponseBytes }
  const blocks = new Map<number, Promise<BlockAtHeight>>()
  let tip: Promise<number> | null = null

  /** Returns a source's response in the expected shape; null for a 404. */
  async function requestText(source: string, path: string, shape: RegExp): Promise<string | null> {
    const bytes = await requestHost(options, { url: `${source}${path}`, accept: 'text/plain' })
    if (bytes === null) return null
    const text = Buffer.from(bytes).toString('latin1').trim()
    if (!shape.test(text)) throw new HostError('sends an unexpected response')
    return text
  }

  async function requestAll(path: string, shape: RegExp): Promise<{ host: string; value: string | null }[]> {
    const settled = await Promise.allSettled(bitcoinSources.map((source) => requestText(source, path, shape)))
    const { responses, problems } = separateResults(bitcoinSources, settled)
    if (responses.length < sourcesNeeded)
      throw new SourcesError(sourcesUnavailable(responses.length, sourcesNeeded, problems))
    return responses
  }

  async function findBlock(height: number): Promise<BlockAtHeight> {
    const responses = await requestAll(`/block-height/${height}`, /^[0-9a-f]{64}$/)
    const reported = responses.flatMap(({ host, value }) => (value === null ? [] : [{ host, hash: value }]))
    const [first] = reported
    if (first === undefined) return { state: 'unknown' }
    if (reported.some(({ hash }) => hash !== first.hash))
      throw new SourcesError(blockDisputed(height, reported))
    if (reported.length < sourcesNeeded) return { state: 'partial' }
    return { state: 'agreed', hash: first.hash, header: await findHeader(height, first.hash) }
  }

  /** One source is enough here, because the header is verified by its hash. */
  async function findHeader(height: number, hash: string): Promise<Uint8Array> {
    for (const source of bitcoinSources) {
      try {
        const hex = await requestText(source, `/block/${hash}/header`, /^[0-9a-f]{160}$/)
        const header = fromHex(hex ?? '')
        if (reversedHex(sha256(sha256(header))) === hash) return header
      } catch (error) {
        if (!(error instanceof HostError)) throw error
      }
    }
    throw new SourcesError(headerMissing(height))
  }

  async function findTip(): Promise<number> {
    const responses = await requestAll('/blocks/tip/height', /^\d{1,9}$/)
    const heights = responses.flatMap(({ value }) => (value === null ? [] : [Number(value)]))
    if (heights.length < sourcesNeeded)
      throw new SourcesError(sourcesUnavailable(heights.length, sourcesNeeded, []))
    return Math.min(...heights)
  }

  return {
    at(height) {
      const block = blocks.get(height) ?? findBlock(height)
      blocks.set(height, block)
      return block
    },
    tip: () => (tip ??= findTip()),
  }
}
