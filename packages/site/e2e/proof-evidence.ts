import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const vectors = path.resolve(import.meta.dirname, '../../core/proof-vectors')

/** A published proof or work: `work.txt`, `sound/one-leaf.json`. */
export function vectorPath(name: string): string {
  return path.join(vectors, name)
}

/** The text of a published proof or work. */
export function vectorText(name: string): string {
  return readFileSync(vectorPath(name), 'utf8')
}

/** The names of all published proofs that were tampered with. */
export function tamperedNames(): string[] {
  return readdirSync(path.join(vectors, 'tampered'))
}

/** A published `.ots` of Bitcoin's main network, its work (`Hello World!`) and the header of its block (28 May 2015). */
export const helloWorld = {
  work: vectorPath('mainnet/hello-world.txt'),
  ots: vectorPath('mainnet/hello-world.txt.ots'),
  header: vectorPath('mainnet/block-358391.txt'),
}
