import helloWorldUrl from '../../core/proof-vectors/mainnet/hello-world.txt.ots?url&inline'
import type { BitcoinCheckpoint } from '@priormark/core/proof/bitcoin-checkpoints'
import { fromBase64 } from '@priormark/core/proof/base64'
import { fromHex } from '@priormark/core/proof/bytes'
import { sha256 } from 'hash-wasm'
import type { VerifyResult } from '../src/public/verify/verify-result.ts'
import { createVerification } from '../src/public/verify/verification.ts'

/** A file as a test hands it in: its name and its bytes or text. */
export type TestFile = readonly [name: string, content: Uint8Array | string]

/** Returns the verifier's results for files that are added together. */
export async function findingsIn(
  files: readonly TestFile[],
  { isPacked = false, checkpoints }: { isPacked?: boolean; checkpoints?: readonly BitcoinCheckpoint[] } = {},
): Promise<VerifyResult[]> {
  const { read, judge } = await createVerification(null)
  const parts = await Promise.all(
    files.map(async ([name, content]) => {
      const bytes = bytesOf(content)
      const file = { name, blob: new Blob([bytes]), sha256: await sha256(bytes), isPacked }
      return read(file, new AbortController().signal)
    }),
  )
  return judge({ parts: parts.flat(), publicProof: null, checkpoints })
}

/** Bytes in memory of their own, as a Blob takes them. */
export function bytesOf(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content)
}

/** The one result that is expected. */
export function only(results: readonly VerifyResult[]): VerifyResult {
  const [result, ...others] = results
  if (result === undefined || others.length > 0)
    throw new Error(`Expected one result: ${results.map(({ title }) => title).join(' | ')}`)
  return result
}

const vectors = import.meta.glob<string>('../../core/proof-vectors/**/*.{json,txt}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/**
 * A published `.ots` of Bitcoin's main network: of `Hello World!` in block 358391 (28 May 2015), and that block's
 * header.
 */
export const helloWorld = readVector('mainnet/hello-world.txt')
export const helloWorldOts = fromBase64(helloWorldUrl.replace(/^.*,/, '')) ?? new Uint8Array()
export const header358391 = fromHex(readVector('mainnet/block-358391.txt').trim())

/** A published proof, or the work that all of them are for: `sound/one-leaf.json`, `work.txt`. */
export function readVector(path: string): string {
  const text = vectors[`../../core/proof-vectors/${path}`]
  if (text === undefined) throw new Error(`There is no vector ${path}`)
  return text
}

/** The names of the published proofs of a folder, without `.json`. */
export function vectorNames(folder: 'sound' | 'tampered'): string[] {
  return Object.keys(vectors).flatMap(
    (path) => new RegExp(`/${folder}/([^/]+)\\.json$`).exec(path)?.[1] ?? [],
  )
}
