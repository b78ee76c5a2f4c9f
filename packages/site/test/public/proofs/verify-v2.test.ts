import { readFileSync } from 'node:fs'
import path from 'node:path'
import { testTrust } from '@priormark/core/proof-vectors/v2/test-trust'
import { verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withoutRecords } from './verdict-text.ts'
import {
  outputOfNode,
  outputOfPython,
  outputsOfPages,
  prepareVerifiers,
  vectors,
} from './verifier-programs.ts'

const { programs, writeRun } = prepareVerifiers()

/** The published vectors of version 2, by the table that says what every verifier prints first. */
const rows = readFileSync(path.join(vectors, 'v2/verdicts.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
const runs = rows.map(([name = ''], n) =>
  writeRun({ proof: readFileSync(path.join(vectors, 'v2', `${name}.json`)) }, n),
)
const expected = rows.map(([name, verdict = '', sentence = '']) => ({
  name,
  lines: [verdict, sentence],
  status: verdict.startsWith(verdictMessages['tone.refused']) ? 1 : 0,
}))
const found = (outputs: readonly { status: number; text: string }[]) =>
  outputs.map(({ status, text }, n) => ({
    name: rows[n]?.[0],
    lines: text.split('\n').slice(0, 2),
    status,
  }))

const ofNode = await outputOfNode(programs.testTrust, runs)

test('verify.mjs comes to the published verdict on every vector of version 2', () => {
  expect(found(ofNode)).toEqual(expected)
})

test('verify.py says the same as verify.mjs of every vector of version 2', () => {
  expect(outputOfPython(programs.testTrust, runs)).toEqual(ofNode)
})

test('the pages say the same as verify.mjs of every vector of version 2', async () => {
  for (const [n, { given }] of runs.entries())
    for (const output of await outputsOfPages(given, testTrust))
      expect(output, rows[n]?.[0]).toBe(withoutRecords(ofNode[n]?.text ?? ''))
})

test('published verifiers take no chain of easy blocks for Bitcoin', async () => {
  const open = `${verdictMessages['tone.holds']}: ${verdictMessages['open.title']}`
  const easy = runs.filter((_, n) =>
    ['sound/headers/seven', 'sound/headers/of-an-upgraded-proof'].includes(rows[n]?.[0] ?? ''),
  )
  const outputs = [
    ...outputOfPython(programs.published, easy).map(({ text }) => text),
    ...(await outputOfNode(programs.published, easy)).map(({ text }) => text),
    ...(await Promise.all(easy.map(async ({ given }) => outputsOfPages(given)))).flat(),
  ]
  expect(outputs.map((output) => output.split('\n')[0])).toEqual(Array.from({ length: 8 }, () => open))
})

test('a browser without Ed25519 says so, and refuses no proof for that', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  onTestFinished(() => importKey.mockRestore())
  importKey.mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError'))
  for (const name of ['token/plain', 'log/cosigned', 'renewal/dates-the-proof']) {
    const proof = readFileSync(path.join(vectors, `v2/sound/${name}.json`))
    for (const output of await outputsOfPages({ proof }, testTrust))
      expect(output, name).toMatch(/^INCOMPLETE: This browser can\u2019t check a signature/)
  }
})
