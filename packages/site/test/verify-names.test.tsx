import { isolatedText } from '@priormark/core/platform/isolated-text'
import { sampleProof } from '@priormark/core/proof-vectors/vector-batch'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ResultCard } from '../src/public/proofs/verify/ResultCard.tsx'
import { VerifyFiles } from '../src/public/proofs/verify/VerifyFiles.tsx'
import type { VerifyFile } from '../src/public/proofs/verify/verify-store.ts'
import { findingsIn, only, type TestFile } from './public/proofs/verify-evidence.ts'

const name = 'قطار الليل.txt'
const deps = { copied: null, onCopy: () => undefined, shopLookups: {} }
const cardOf = async (...files: TestFile[]) =>
  renderToStaticMarkup(<ResultCard result={only(await findingsIn(files))} deps={deps} />)

test('the list of chosen files isolates their names', () => {
  const file: VerifyFile = {
    id: 1,
    name,
    sizeBytes: 22,
    phase: 'read',
    progress: 1,
    parts: [],
    failure: null,
  }
  const list = renderToStaticMarkup(<VerifyFiles files={[file]} results={[]} onRemove={() => undefined} />)
  expect(list).toContain(`>${name}</bdi>`)
})

test('results isolate the names of files and the texts of the record', async () => {
  const record = JSON.stringify({ fileName: name })
  const proof = JSON.stringify(sampleProof(3, 7, { record }))
  const work: TestFile = [name, 'River']
  expect(await cardOf(work)).toMatch(new RegExp(`<bdi>${name}</bdi>.*<figcaption><bdi>${name}</bdi>`))
  const alone = await cardOf(['proof.json', proof])
  expect(alone).toContain(`“${isolatedText(name)}”`)
  expect(alone).toContain(`<dd><bdi>${name}</bdi></dd>`)
  const others: TestFile[] = ['أ.txt', 'ب.txt'].map((other) => [other, other])
  expect(await cardOf(...others, ['proof.json', proof])).toContain(
    `Checked: ${isolatedText('أ.txt')}, ${isolatedText('ب.txt')}.`,
  )
})
