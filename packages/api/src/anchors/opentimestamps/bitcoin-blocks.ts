import { reversedHex } from '@priormark/core/proof/bitcoin-header'
import { fromHex } from '@priormark/core/proof/bytes'
import { sha256 } from '../../proofs/sha256.ts'
import type { OtsConfig } from './ots-config.ts'
import { askHost, NoResponseError, sortAnswers, type HttpAsking } from './ots-http.ts'
import { blockDisputed, headerMissing, sourcesSilent } from './ots-reasons.ts'

/** A header in hex has 160 characters; no other response is longer. */
const maxAnswerBytes = 1_000

/** The sources cannot establish what is on the chain. The message is shown to people. */
export class SourcesError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SourcesError'
  }
}

/** A block that the sources agree on, that none of them has, or that only some of them have. */
export type BlockAtHeight =
  | { known: 'agreed'; hash: string; header: Uint8Array }
  | { known: 'nobody' }
  | { known: 'not_everybody' }

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
  http: Pick<HttpAsking, 'fetch' | 'signal' | 'timeoutMs'>,
): BitcoinBlocks {
  const asking = { ...http, maxBytes: maxAnswerBytes }
  const blocks = new Map<number, Promise<BlockAtHeight>>()
  let tip: Promise<number> | null = null

  /** Returns a source's response in the expected shape; null for a 404. */
  async function askText(source: string, path: string, shape: RegExp): Promise<string | null> {
    const bytes = await askHost(asking, { url: `${source}${path}`, accept: 'text/plain' })
    if (bytes === null) return null
    const text = Buffer.from(bytes).toString('latin1').trim()
    if (!shape.test(text)) throw new NoResponseError('sends an unexpected response')
    return text
  }

  async function askAll(path: string, shape: RegExp): Promise<{ host: string; value: string | null }[]> {
    const settled = await Promise.allSettled(bitcoinSources.map((source) => askText(source, path, shape)))
    const { answers, problems } = sortAnswers(bitcoinSources, settled)
    if (answers.length < sourcesNeeded)
      throw new SourcesError(sourcesSilent(answers.length, sourcesNeeded, problems))
    return answers
  }

  async function findBlock(height: number): Promise<BlockAtHeight> {
    const answers = await askAll(`/block-height/${height}`, /^[0-9a-f]{64}$/)
    const told = answers.flatMap(({ host, value }) => (value === null ? [] : [{ host, hash: value }]))
    const [first] = told
    if (first === undefined) return { known: 'nobody' }
    if (told.some(({ hash }) => hash !== first.hash)) throw new SourcesError(blockDisputed(height, told))
    if (told.length < sourcesNeeded) return { known: 'not_everybody' }
    return { known: 'agreed', hash: first.hash, header: await findHeader(height, first.hash) }
  }

  /** One source is enough here, because the header is verified by its hash. */
  async function findHeader(height: number, hash: string): Promise<Uint8Array> {
    for (const source of bitcoinSources) {
      try {
        const hex = await askText(source, `/block/${hash}/header`, /^[0-9a-f]{160}$/)
        const header = fromHex(hex ?? '')
        if (reversedHex(sha256(sha256(header))) === hash) return header
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error
      }
    }
    throw new SourcesError(headerMissing(height))
  }

  async function findTip(): Promise<number> {
    const answers = await askAll('/blocks/tip/height', /^\d{1,9}$/)
    const heights = answers.flatMap(({ value }) => (value === null ? [] : [Number(value)]))
    if (heights.length < sourcesNeeded)
      throw new SourcesError(sourcesSilent(heights.length, sourcesNeeded, []))
    return Math.min(...heights)
  }

  return {
    at(height) {
      const known = blocks.get(height) ?? findBlock(height)
      blocks.set(height, known)
      return known
    },
    tip() {
      tip ??= findTip()
      return tip
    },
  }
}
