import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { firstBlocks, firstTransaction } from '@priormark/core/proof-vectors/first-blocks'
import { toHex } from '@priormark/core/proofs/proof/bytes'

const vectors = path.resolve(import.meta.dirname, '../../core/proof-vectors')

/** Returns the path of a test vector: `work.txt`, `sound/one-leaf.json`. */
export function vectorPath(name: string): string {
  return path.join(vectors, name)
}

/** Returns the text of a test vector. */
export function vectorText(name: string): string {
  return readFileSync(vectorPath(name), 'utf8')
}

/** Returns the names of all tampered proofs among the test vectors. */
export function tamperedNames(): string[] {
  return readdirSync(path.join(vectors, 'tampered'))
}

/** An `.ots` file from Bitcoin's main network and its work (`Hello World!`). Its path goes through RIPEMD-160. */
export const helloWorld = {
  work: vectorPath('mainnet/hello-world.txt'),
  ots: vectorPath('mainnet/hello-world.txt.ots'),
}

/** An `.ots` of Bitcoin's first transaction, which is followed to its block, and the header of that block. */
export const transaction = {
  work: { name: 'transaction', content: firstTransaction.transaction },
  ots: { name: 'transaction.ots', content: firstTransaction.ots },
  header: { name: 'bitcoin-block-0.json', content: toHex(firstBlocks[0] ?? new Uint8Array()) },
}
