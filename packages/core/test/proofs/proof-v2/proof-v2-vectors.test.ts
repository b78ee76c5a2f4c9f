import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import { verifyProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-verification'
import { utf8 } from '@priormark/core/platform/utf8'
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
    expect(verdictFromCore, name).toBe(isSound ? null : withoutParts(verdict))
  }
  expect(counts.sound).toBeGreaterThanOrEqual(40)
  expect(counts.tampered).toBeGreaterThanOrEqual(200)
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
