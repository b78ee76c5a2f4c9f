import helloWorldUrl from '../../../../core/proof-vectors/mainnet/hello-world.txt.ots?url&inline'
import type { BitcoinCheckpoint } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import { fromBase64 } from '@priormark/core/proofs/proof/base64'
import type { KnownLogs } from '@priormark/core/proofs/proof-v2/log/known-logs'
import type { Authority } from '@priormark/core/proofs/proof-v2/tsp/authorities'
import { sha256 } from 'hash-wasm'
import type { VerifyResult } from '../../../src/public/proofs/verify/verify-result.ts'
import { createVerification } from '../../../src/public/proofs/verify/verification.ts'

/** A file's name, its bytes or text, and its path if it lies in a folder. */
export type TestFile = readonly [name: string, content: Uint8Array | string, path?: string]

/** Returns the verifier's results for files that are added together. */
export async function findingsIn(
  files: readonly TestFile[],
  more: {
    checkpoints?: readonly BitcoinCheckpoint[]
    authorities?: readonly Authority[]
    knownLogs?: KnownLogs
  } = {},
): Promise<VerifyResult[]> {
  const { read, verify } = await createVerification(null)
  const parts = await Promise.all(
    files.map(async ([name, content, path = null]) => {
      const bytes = bytesOf(content)
      const file = { name, blob: new Blob([bytes]), sha256: await sha256(bytes), path }
      return read(file, new AbortController().signal)
    }),
  )
  return verify({ parts: parts.flat(), publicProof: null, ...more })
}

/** Returns a file as it is when its folder is dropped. */
export const inFolder = (folder: string, [name, content]: TestFile): TestFile => [
  name,
  content,
  `1/${folder}/${name}`,
]

/** Returns a copy of the bytes, as Blob requires. */
export function bytesOf(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content)
}

/** Returns the only result. @throws if there is not exactly one */
export function only(results: readonly VerifyResult[]): VerifyResult {
  const [result, ...others] = results
  if (result === undefined || others.length > 0)
    throw new Error(`Expected one result: ${results.map(({ title }) => title).join(' | ')}`)
  return result
}

const vectors = import.meta.glob<string>(
  [
    '../../../../core/proof-vectors/**/*.{json,txt}',
    // verify-v2.test.ts reads these from the disk.
    '!../../../../core/proof-vectors/v2/**',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/**
 * An `.ots` file from Bitcoin's main network: of `Hello World!` in block 358391 (May 28, 2015), through RIPEMD-160.
 */
export const helloWorld = readVector('mainnet/hello-world.txt')
export const helloWorldOts = fromBase64(helloWorldUrl.replace(/^.*,/, '')) ?? new Uint8Array()

/** Returns the text of a test vector: `sound/one-leaf.json`, `work.txt`. */
export function readVector(path: string): string {
  const text = vectors[`../../../../core/proof-vectors/${path}`]
  if (text === undefined) throw new Error(`There is no vector ${path}`)
  return text
}

/** Returns the names of the test vectors in a folder, without `.json`. */
export function vectorNames(folder: 'sound' | 'tampered'): string[] {
  return Object.keys(vectors).flatMap(
    (path) => new RegExp(`/${folder}/([^/]+)\\.json$`).exec(path)?.[1] ?? [],
  )
}
