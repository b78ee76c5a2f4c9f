import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkpointsSource } from './bitcoin-checkpoints.ts'

// node packages/core/proof-vectors/generate.ts: writes the published vectors and tables again. A test compares them.
// The checkpoints come first, because the tables contain them.
write('../src/proofs/proof/bitcoin-checkpoints.ts', checkpointsSource())
const { vectorFiles } = await import('./vector-files.ts')
const { v2Files } = await import('./v2/v2-files.ts')
for (const [name, text] of [...(await vectorFiles()), ...v2Files()]) write(name, text)

function write(name: string, text: string): void {
  const target = path.join(import.meta.dirname, name)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}
