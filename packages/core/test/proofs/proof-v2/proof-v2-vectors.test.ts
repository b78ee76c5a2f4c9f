import { createHmac } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import { verifyProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-verification'
import { utf8 } from '@priormark/core/platform/utf8'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { testTrust } from '../../../proof-vectors/v2/test-trust.ts'
import { largeTexts } from '../../../proof-vectors/v2/grammar-vectors.ts'
import { keccak256 } from '../../../proof-vectors/v2/evm-block.ts'
import { v2Files, v2Vectors } from '../../../proof-vectors/v2/v2-files.ts'
import { upgradeProof } from '../../../proof-vectors/v2/proof-upgrade.ts'
import { sha3Hex } from '../../../proof-vectors/v2/vector-proof.ts'
import { sha256, workText } from '../../../proof-vectors/vector-batch.ts'
import { soundProofs } from '../../../proof-vectors/vector-files.ts'

const folder = path.resolve(import.meta.dirname, '../../../proof-vectors')
const work = utf8(workText)
const tools = {
  sha256,
  sha3: (bytes: Uint8Array) => fromHex(sha3Hex(bytes)),
  keccak256,
  subtle: crypto.subtle,
  nowSeconds: Math.floor(Date.now() / 1_000),
  ...testTrust,
}
const file = { sha256: toHex(sha256(work)), sha3: async () => sha3Hex(work) }

/** Returns the title of the problem that core finds, or null. */
async function titleOfProblem(text: string): Promise<string | null> {
  const reading = readProofText(text)
  if ('problem' in reading) return words[`problem.${reading.problem.kind}.title`]
  if (reading.proof.version !== 2) return 'version 1'
  const outcome = await verifyProofV2(reading.proof, file, tools)
  return outcome.holds ? null : words[`problem.${outcome.problem.kind}.title`]
}

const OneField = v.object({
  record: v.object({ fields: v.tuple([v.object({ salt: v.string() })]) }),
  leaf: v.string(),
  path: v.array(v.object({ side: v.string(), hash: v.string() })),
  root: v.string(),
})

const withoutParts = (title: string) => title.replace(/\{\w+\}|\d+/g, '*')

test('the published vectors of version 2 are exactly what the generator creates', () => {
  const files = v2Files()
  for (const [name, content] of files)
    expect(readFileSync(path.join(folder, name), 'utf8') === content, name).toBe(true)
  const published = ['sound', 'tampered'].flatMap((part) =>
    readdirSync(path.join(folder, 'v2', part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))),
  )
  expect(published.toSorted()).toEqual(
    [...files.keys()].filter((name) => /^v2\/(?:sound|tampered)\//.test(name)).toSorted(),
  )
})

test('core comes to the published verdict on at least 40 sound and 200 broken proofs', async () => {
  const vectors = v2Vectors()
  const counts = { sound: 0, tampered: 0 }
  for (const { name, text, verdict } of vectors) {
    const isSound = name.startsWith('sound/')
    counts[isSound ? 'sound' : 'tampered'] += 1
    const title = await titleOfProblem(text)
    const verdictFromCore = title === null ? null : withoutParts(`${words['tone.refused']}: ${title}`)
    // Headers that contradict a proof are judged later, with those next to it.
    const isContradicted = verdict.endsWith(words['contradicted.title'])
    expect(verdictFromCore, name).toBe(isSound || isContradicted ? null : withoutParts(verdict))
  }
  expect(counts.sound).toBeGreaterThanOrEqual(40)
  expect(counts.tampered).toBeGreaterThanOrEqual(200)
})

test('the example in the README is what its vector gives', () => {
  const proof = v.parse(
    OneField,
    JSON.parse(readFileSync(path.join(folder, 'v2/sound/record/one-field.json'), 'utf8')),
  )
  const [{ salt }] = proof.record.fields
  const hashed = (...parts: readonly (string | Uint8Array)[]) =>
    sha256(Buffer.concat(parts.map((part) => Buffer.from(part))))
  const field = createHmac('sha256', fromHex(salt)).update('priormark/2 field\0\0\u0001a').digest()
  const commitment = hashed('priormark/2 record\0\u0001\u0001a', field)
  const leaf = hashed('\0', sha256(work), commitment)
  const results = [sha256(work), field, commitment, leaf]
  for (const { side, hash } of proof.path) {
    const [node = leaf, sibling] = [results.at(-1), fromHex(hash)]
    results.push(side === 'left' ? hashed('\u0001', sibling, node) : hashed('\u0001', node, sibling))
  }
  expect(results.slice(3).map(toHex)).toEqual([proof.leaf, ...results.slice(4, -1).map(toHex), proof.root])
  const [, example = ''] = readFileSync(path.join(folder, 'v2/README.md'), 'utf8').split('### An example')
  const [table = ''] = example.split('\n## ')
  expect(table.match(/[0-9a-f]{64}/g)).toEqual(results.map(toHex))
})

test('an upgraded proof of version 1 keeps leaf, path and root', () => {
  for (const proof of Object.values(soundProofs)) {
    const { leaf, path: steps, root } = proof
    expect(upgradeProof(proof)).toMatchObject({ version: 2, leaf, path: steps, root })
  }
})

test('a proof of version 2 has at most 4,000,000 bytes, and of any other version 1,000,000', () => {
  for (const { text, isTooLong } of largeTexts()) {
    const reading = readProofText(new TextDecoder().decode(text))
    const issue = 'problem' in reading && reading.problem.kind === 'malformed' ? reading.problem.issue : null
    expect(issue?.what === words['issue.too_long']).toBe(isTooLong)
  }
})
