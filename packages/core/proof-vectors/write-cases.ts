import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { allCases } from './cases/all-cases.ts'
import { lyric } from './cases/evidence-cases.ts'
import { firstEpoch } from './first-blocks.ts'
import { verifierTables } from './verifier-tables.ts'

// node packages/core/proof-vectors/write-cases.ts FOLDER: writes each case of cases.tsv into its own folder, for
// programs that are written only from README.md. VECTORS.md names the cases for which tables-first-epoch.json replaces
// tables.json.
const [, , target] = process.argv
if (target === undefined) throw new Error('Name a folder to write to')
write('tables-first-epoch.json', verifierTables({ checkpoints: firstEpoch }))
for (const { name, proof, work = lyric, beside = {} } of allCases()) {
  write(path.join(name, 'proof.json'), proof)
  write(path.join(name, 'work', work.name), work.content)
  for (const [file, content] of Object.entries(beside)) write(path.join(name, file), content)
}

function write(name: string, content: string | Uint8Array): void {
  const file = path.join(path.resolve(target ?? ''), name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}
