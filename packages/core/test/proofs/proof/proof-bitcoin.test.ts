import { readFileSync } from 'node:fs'
import path from 'node:path'
import { datedBlock } from '@priormark/core/proofs/proof/bitcoin-chain'
import { bitcoinCheckpoints } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import {
  checkBitcoinHeader,
  reversedHex,
  targetOfHeader,
  workOfTarget,
} from '@priormark/core/proofs/proof/bitcoin-header'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { readOtsFile, writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { walkAttestations } from '@priormark/core/proofs/opentimestamps/ots-walk'
import { describe, expect, test } from 'vitest'
import {
  chainWork,
  computeCheckpoints,
  epochs,
  summedTime,
  timeOfBlock,
} from '../../../proof-vectors/bitcoin-checkpoints.ts'
import { firstBlocks, firstEpoch } from '../../../proof-vectors/first-blocks.ts'
import { sha256 } from '../../../proof-vectors/vector-batch.ts'
import { nodeHashes } from './proof-ots-samples.ts'

const published = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../proof-vectors/mainnet', name))
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

test('the checkpoints are computed from the published constants, and agree with the work that Bitcoin Core publishes', () => {
  expect(bitcoinCheckpoints).toEqual(computeCheckpoints())
  expect(epochs.knownWork.length).toBeGreaterThan(3)
  for (const { height, work } of epochs.knownWork) expect(chainWork(height).toString(16)).toBe(work)
})

const hours = (seconds: number) => Math.abs(seconds) / 3_600
const headerTime358391 = Date.parse('2015-05-28T15:41:18Z') / 1_000

test('the spans of the epochs alone give the known times to within hours', () => {
  const errorHours = [...epochs.knownTimes.slice(1), { height: 358_391, time: headerTime358391 }].map(
    ({ height, time }) => hours(summedTime(height) - time).toFixed(1),
  )
  expect(errorHours).toEqual(['9.5', '4.7', '26.2', '7.0', '2.7'])
})

test('the times of the checkpoints fit the known times, and rise from epoch to epoch', () => {
  for (const { height, time } of epochs.knownTimes) expect(timeOfBlock(height)).toBe(time)
  expect(hours(timeOfBlock(358_391) - headerTime358391)).toBeLessThan(24)
  const spans = bitcoinCheckpoints
    .slice(1, -1)
    .map(({ time }, n) => time - (bitcoinCheckpoints[n]?.time ?? 0))
  expect(Math.min(...spans) / 86_400).toBeGreaterThan(11)
  expect(Math.max(...spans) / 86_400).toBeLessThan(17)
})

describe('a dated block', () => {
  const [first] = firstBlocks
  if (first === undefined) throw new Error('There are no first blocks')
  const dated = (headers: readonly Uint8Array[], { height = 0, checkpoints = firstEpoch } = {}) =>
    datedBlock(height, merkleRootOf(first), { headers, sha256, checkpoints })
  const blockHash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

  test('is proven by six linked blocks after it, and dated by the latest of all their times', () => {
    const proven = {
      kind: 'proven',
      blockHash,
      following: 6,
      noLaterThanSeconds: Date.parse('2009-01-09T03:29:49Z') / 1000,
    }
    expect(dated(firstBlocks)).toEqual(proven)
    expect(dated(firstBlocks.toReversed())).toEqual(proven)
  })

  test('is open with fewer blocks after it, or with one missing between', () => {
    expect(dated(firstBlocks.slice(0, 6))).toEqual({
      kind: 'open',
      blockHash,
      isKnownEpoch: true,
      following: 5,
    })
    expect(dated(firstBlocks.toSpliced(3, 1))).toMatchObject({ kind: 'open', following: 2 })
    expect(dated([first])).toMatchObject({ kind: 'open', following: 0 })
  })

  test('is open at a height without a checkpoint, as the difficulty of the time is not known there', () => {
    const open = { kind: 'open', blockHash, isKnownEpoch: false, following: 0 }
    expect(dated(firstBlocks, { checkpoints: bitcoinCheckpoints })).toEqual(open)
    expect(dated(firstBlocks, { height: 4_032 })).toEqual(open)
  })

  test('is refuted by work that is not that of its height', () => {
    expect(dated(firstBlocks, { height: 800_000, checkpoints: bitcoinCheckpoints })).toEqual({
      kind: 'off_chain',
    })
  })

  test('is refuted by a time more than a day outside of its epoch, and not followed by blocks of such a time', () => {
    const later = (seconds: number) => firstEpoch.map((one) => ({ ...one, time: one.time + seconds }))
    const day = 86_400
    expect(dated(firstBlocks, { checkpoints: later(day) })).toMatchObject({ kind: 'proven' })
    expect(dated(firstBlocks, { checkpoints: later(day + 1) })).toEqual({ kind: 'off_chain' })
    const sixthSeconds = Date.parse('2009-01-09T03:29:49Z') / 1_000
    const ended = (seconds: number) =>
      firstEpoch.map((one) => (one.height === 2_015 ? { ...one, time: sixthSeconds + seconds } : one))
    expect(dated(firstBlocks, { checkpoints: ended(-day) })).toMatchObject({ following: 6 })
    expect(dated(firstBlocks, { checkpoints: ended(-day - 1) })).toMatchObject({ kind: 'open', following: 5 })
    expect(dated(firstBlocks, { height: 2_016 })).toEqual({ kind: 'off_chain' })
  })

  test('is refuted by another hash at the height of a checkpoint', () => {
    const checkpoints = [{ height: -1, hash: '', work: '0', time: 1_231_006_505 }, ...firstEpoch.slice(1)]
    expect(dated(firstBlocks, { height: 2_015, checkpoints })).toEqual({ kind: 'off_chain' })
  })

  test('is proven in any epoch, with the checkpoints in any order', () => {
    const past = BigInt(`0x${firstEpoch[1]?.work}`)
    const later = firstEpoch.map(({ height, hash, work, time }) => ({
      height: height + 2_016,
      hash,
      time,
      work: (BigInt(`0x${work}`) + past).toString(16),
    }))
    for (const checkpoints of [later, later.toReversed()])
      expect(dated(firstBlocks, { height: 2_016, checkpoints })).toMatchObject({ kind: 'proven' })
  })

  test('is open if only the end of its epoch is known', () => {
    expect(dated(firstBlocks, { checkpoints: firstEpoch.slice(1) })).toMatchObject({ isKnownEpoch: false })
  })

  test('is followed by blocks up to the end of its epoch, the last of which has the known hash', () => {
    const following = (hash: string) => {
      const checkpoints = firstEpoch.map((one) => (one.height === 2_015 ? { ...one, hash } : one))
      return dated(firstBlocks, { height: 2_010, checkpoints })
    }
    const sixth = reversedHex(sha256(sha256(firstBlocks[5] ?? first)))
    expect(following(sixth)).toMatchObject({ kind: 'open', isKnownEpoch: true, following: 5 })
    expect(following(blockHash)).toMatchObject({ kind: 'open', isKnownEpoch: true, following: 4 })
  })

  test('is dated by at most eleven blocks after it', () => {
    // Stands for work that a test cannot do: each hash is as small as the target asks.
    const easy = (bytes: Uint8Array) => sha256(bytes).fill(0, 26)
    const headers = [first]
    while (headers.length < 13) {
      const header = first.slice()
      header.set(easy(easy(headers.at(-1) ?? first)), 4)
      headers.push(header.with(36, headers.length).with(68, headers.length))
    }
    expect(
      datedBlock(0, merkleRootOf(first), { headers, sha256: easy, checkpoints: firstEpoch }),
    ).toMatchObject({ kind: 'proven', following: 11 })
  })

  test('is not found without a header that has the Merkle root, or work', () => {
    expect(dated(firstBlocks.slice(1))).toEqual({ kind: 'no_header' })
    expect(dated([first.with(76, 0)])).toEqual({ kind: 'no_work' })
  })

  test('does not count a block after it that has no work', () => {
    expect(dated(firstBlocks.with(1, (firstBlocks[1] ?? first).with(76, 0)))).toMatchObject({ following: 0 })
  })
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

test('accepts a block whose hash is exactly its target', () => {
  const target = 0xffffn << 208n
  const hash = fromHex(target.toString(16).padStart(64, '0')).toReversed()
  const check = (bytes: Uint8Array) => checkBitcoinHeader(genesis, merkleRootOf(genesis), () => bytes).matches
  expect(check(hash)).toBe(true)
  expect(check(hash.with(0, 1))).toBe(false)
})

test.each([
  [0x01123456, '12'],
  [0x02008000, '80'],
  [0x03123456, '123456'],
  [0x04123456, '12345600'],
  [0x04923456, '0'],
  [0x05009234, '92340000'],
  [0x20123456, `123456${'00'.repeat(29)}`],
])('decodes a compact target as Bitcoin Core does: %d', (compact, target) => {
  const header = new Uint8Array(80)
  new DataView(header.buffer).setUint32(72, compact, true)
  expect(targetOfHeader(header).toString(16)).toBe(target)
})

test('the work of a target is how many hashes it takes on average', () => {
  expect(workOfTarget(1n)).toBe(2n ** 255n)
  expect(workOfTarget(2n ** 256n - 1n)).toBe(1n)
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
