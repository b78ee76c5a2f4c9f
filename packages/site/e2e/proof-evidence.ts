import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

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

/** An `.ots` file from Bitcoin's main network, its work (`Hello World!`) and the header of its block (May 28, 2015). */
export const helloWorld = {
  work: vectorPath('mainnet/hello-world.txt'),
  ots: vectorPath('mainnet/hello-world.txt.ots'),
  header: vectorPath('mainnet/block-358391.txt'),
}
