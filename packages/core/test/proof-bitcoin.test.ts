import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkBitcoinHeader, headerDifficulty, reversedHex } from '@priormark/core/proof/bitcoin-header'
import { expectedHashes, isUsualWork } from '@priormark/core/proof/bitcoin-work'
import { fromHex, toHex } from '@priormark/core/proof/bytes'
import { readOtsFile, writeOtsFile } from '@priormark/core/proof/ots/ots-file'
import { walkAttestations } from '@priormark/core/proof/ots/ots-walk'
import { expect, test } from 'vitest'
import { sha256 } from '../proof-vectors/vector-batch.ts'
import { nodeHashes } from './proof-ots-samples.ts'

const published = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../proof-vectors/mainnet', name))
/** The published proof of `Hello World!` and a line feed, in block 358391 of Bitcoin's main network (28 May 2015). */
const helloWorldOts = new Uint8Array(published('hello-world.txt.ots'))
const header358391 = fromHex(published('block-358391.txt').toString('latin1').trim())
const genesis = fromHex(
  `01000000${'00'.repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c`,
)
const merkleRootOf = (header: Uint8Array) => header.slice(36, 68)

test('verifies a published proof of the main network up to its block header', () => {
  const file = readOtsFile(helloWorldOts)
  expect(toHex(file.digest)).toBe(toHex(sha256(new Uint8Array(published('hello-world.txt')))))
  const [found, ...others] = walkAttestations(file.timestamp, file.digest, nodeHashes)
  expect(others).toEqual([])
  expect(found?.attestation).toEqual({ kind: 'bitcoin', height: 358391 })
  if (!found?.message) throw new Error('The proof leads nowhere')
  expect(reversedHex(found.message)).toBe('8a1b66ecb7cbd07d8139a7e7d7f2c41aab1f5009b8364aaf61d03ad245e47e00')
  expect(checkBitcoinHeader(header358391, found.message, sha256)).toEqual({
    matches: true,
    blockHash: '000000000000000003e892881a8cdcdc117c06d444057c98b6f04a9ee75a2319',
    previousBlockHash: '0000000000000000040238cb61fda1452649edc9d18f435f7e1b285a589463b9',
    timeSeconds: Date.parse('2015-05-28T15:41:18Z') / 1000,
  })
  expect(writeOtsFile(file)).toEqual(helloWorldOts)
})

test('reads the genesis block of Bitcoin', () => {
  expect(checkBitcoinHeader(genesis, merkleRootOf(genesis), sha256)).toEqual({
    matches: true,
    blockHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    previousBlockHash: '00'.repeat(32),
    timeSeconds: Date.parse('2009-01-03T18:15:05Z') / 1000,
  })
})

test('accepts the work of a header only if it is usual for its time', () => {
  expect(headerDifficulty(genesis)).toBe(1)
  expect(headerDifficulty(header358391)).toBeCloseTo(48_807_487_244.68, 1)
  expect(expectedHashes(genesis)).toBe(2 ** 32)
  const secondsOf = (date: string) => Date.parse(date) / 1000
  expect(isUsualWork(header358391, secondsOf('2015-05-28'))).toBe(true)
  // The difficulty of 2015 with a time in 2024: minutes of work for today's machines.
  expect(isUsualWork(header358391, secondsOf('2024-05-28'))).toBe(false)
  expect(isUsualWork(genesis, secondsOf('2015-05-28'))).toBe(false)
  expect(isUsualWork(header358391, secondsOf('2014-12-31'))).toBe(false)
  expect(headerDifficulty(genesis.with(74, 0xff))).toBe(0)
})

test('rejects a Merkle root in the byte order of explorers', () => {
  const reversed = merkleRootOf(header358391).toReversed()
  expect(checkBitcoinHeader(header358391, reversed, sha256)).toEqual({
    matches: false,
    problem: 'another_merkle_root',
  })
})

test('rejects a header with any changed bit', () => {
  const commitment = merkleRootOf(header358391)
  for (let bit = 0; bit < 640; bit += 1) {
    const changed = header358391.with(bit >> 3, (header358391[bit >> 3] ?? 0) ^ (1 << (bit & 7)))
    expect(checkBitcoinHeader(changed, commitment, sha256).matches).toBe(false)
  }
})

test('rejects a header that does not have 80 bytes', () => {
  for (const length of [0, 79, 81])
    expect(checkBitcoinHeader(new Uint8Array(length), new Uint8Array(32), sha256)).toEqual({
      matches: false,
      problem: 'not_a_header',
    })
})

test('accepts a regtest header only if the easiest target allows it', () => {
  const easiest = (1n << 255n) - 1n
  const header = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map((nonce) => regtestHeader(nonce))
    .find((candidate) => checkBitcoinHeader(candidate, merkleRootOf(candidate), sha256, easiest).matches)
  if (header === undefined) throw new Error('None of ten nonces met a target that every second one meets')
  expect(checkBitcoinHeader(header, merkleRootOf(header), sha256)).toEqual({
    matches: false,
    problem: 'no_proof_of_work',
  })
})

test('rejects a negative target', () => {
  for (let nonce = 0; nonce < 10; nonce += 1) {
    const header = regtestHeader(nonce).with(74, 0xff)
    const check = checkBitcoinHeader(header, merkleRootOf(header), sha256, 1n << 256n)
    expect(check).toEqual({ matches: false, problem: 'no_proof_of_work' })
  }
})

function regtestHeader(nonce: number): Uint8Array {
  return genesis.with(76, nonce).with(72, 0xff).with(73, 0xff).with(74, 0x7f).with(75, 0x20)
}
