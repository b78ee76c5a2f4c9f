import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from 'hash-wasm'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createVerification } from '../../../src/public/proofs/verify/verification.ts'
import { createVerifyStore, type VerifyFile } from '../../../src/public/proofs/verify/verify-store.ts'
import { VerifyFiles } from '../../../src/public/proofs/verify/VerifyFiles.tsx'
import { bytesOf, readVector, type TestFile } from './verify-evidence.ts'
import { vectors } from './verifier-programs.ts'

/** Returns the marks of files that are added together, by name. */
async function marksOf(...files: TestFile[]): Promise<Record<string, string | null>> {
  const store = createVerifyStore({
    load: () => createVerification(null),
    hash: async (blob) => sha256(new Uint8Array(await blob.arrayBuffer())),
  })
  await store
    .getState()
    .add(files.map(([name, content]) => ({ name, blob: new Blob([bytesOf(content)]), path: null })))
  const { files: shown, results } = store.getState()
  const markOf = (file: VerifyFile) => {
    const list = createElement(VerifyFiles, { files: [file], results, onRemove: () => undefined })
    return /data-mark="([^"]*)"/.exec(renderToStaticMarkup(list))?.[1] ?? null
  }
  return Object.fromEntries(shown.map((file) => [file.name, markOf(file)]))
}

const work: TestFile = ['work.txt', readVector('work.txt')]
const proof: TestFile = ['proof.json', readVector('sound/seven-leaves.json')]

test('marks the file of a proof, and another file that was chosen with it', async () => {
  expect(await marksOf(work, proof, ['notes.txt', 'notes'])).toEqual({
    'work.txt': 'matches',
    'proof.json': null,
    'notes.txt': 'different',
  })
})

test('marks a file that differs from the one of the proof', async () => {
  expect(await marksOf(['work.txt', 'another version'], proof)).toMatchObject({ 'work.txt': 'different' })
})

test('marks a file without any proof', async () => {
  expect(await marksOf(work)).toEqual({ 'work.txt': 'no proof here' })
})

test('says nothing about the file of a proof that this browser cannot check', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  importKey.mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError'))
  const unsupported: TestFile = ['proof.json', readFileSync(path.join(vectors, 'v2/sound/token/plain.json'))]
  expect(await marksOf(work, unsupported)).toMatchObject({ 'work.txt': null })
  importKey.mockRestore()
})

test('leaves the file of a faulty proof to the result', async () => {
  const faulty: TestFile = [
    'proof.json',
    readVector('sound/seven-leaves.json').replace('"leaf": "', '"leaf": "x'),
  ]
  expect(await marksOf(work, faulty)).toMatchObject({ 'work.txt': null })
})
