import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { vectorFiles } from './vector-files.ts'

// node packages/core/proof-vectors/generate.ts: writes the published vectors anew. A test compares them with this.
for (const [name, text] of await vectorFiles()) {
  const target = path.join(import.meta.dirname, name)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}
