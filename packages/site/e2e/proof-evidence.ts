import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const core = path.resolve(import.meta.dirname, '../../core')
const vectors = path.join(core, 'proof-vectors')

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

/** The work of a published `.ots` of Bitcoin's main network: `Hello World!` in block 358391 (28 May 2015). */
export const helloWorld = 'Hello World!\n'

/** That `.ots` and the header of that block, as core's own test has them. */
export function publishedBitcoinProof(): { ots: Uint8Array; header: Uint8Array } {
  const source = readFileSync(path.join(core, 'test/proof-bitcoin.test.ts'), 'utf8')
  const hexAfter = (name: string) => {
    const [, literal = ''] = new RegExp(`const ${name} = fromHex\\(([^)]*)\\)`).exec(source) ?? []
    return Uint8Array.from(Buffer.from(literal.replace(/[^0-9a-f]/g, ''), 'hex'))
  }
  return { ots: hexAfter('helloWorldOts'), header: hexAfter('header358391') }
}
