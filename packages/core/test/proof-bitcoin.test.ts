import { checkBitcoinHeader, headerDifficulty, reversedHex } from '@priormark/core/proof/bitcoin-header'
import { expectedHashes, isUsualWork } from '@priormark/core/proof/bitcoin-work'
import { fromHex, toHex } from '@priormark/core/proof/bytes'
import { readOtsFile, writeOtsFile } from '@priormark/core/proof/ots/ots-file'
import { walkAttestations } from '@priormark/core/proof/ots/ots-walk'
import { utf8 } from '@priormark/core/proof/utf8'
import { expect, test } from 'vitest'
import { sha256 } from '../proof-vectors/vector-batch.ts'
import { nodeHashes } from './proof-ots-samples.ts'

/** The published proof of `Hello World!` and a line feed, in block 358391 of Bitcoin's main network (28 May 2015). */
const helloWorldOts = fromHex(
  '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294' +
    '010803ba204e50d126e4674c005e04d82e84c21366780af1f43bd54a37816b6ab340' +
    '03f1c8010100000001e482f9d32ecc3ba657b69d898010857b54457a90497982ff56f97c4ec58e6f98010000006b4830450221' +
    '00b253add1d1cf90844338a475a04ff13fc9e7bd242b07762dea07f5608b2de367022000b268ca9c3342b3769cdd062891317c' +
    'dcef87aac310b6855e9d93898ebbe8ec0121020d8e4d107d2b339b0050efdd4b4a09245aa056048f125396374ea6a2ab0709c6' +
    'ffffffff026533e605000000001976a9140bf057d40fbba6744862515f5b55a2310de5772f88aca0860100000000001976a914' +
    'f00688ac00000000' +
    '0808f120a987f716c533913c314c78e35d35884cac943fa42cac49d2b2c69f4003f85f88' +
    '0808f120dec55b3487e1e3f722a49b55a7783215862785f4a3acb392846019f71dc64a9d' +
    '0808f120b2ca18f485e080478e025dab3d464b416c0e1ecb6629c9aefce8c8214d042432' +
    '0808f02011b0e90661196ff4b0813c3eda141bab5e91604837bdf7a0c9df37db0e3a1198' +
    '0808f020c34bc1a4a1093ffd148c016b1e664742914e939efabe4d3d356515914b26d9e2' +
    '0808f020c3e6e7c38c69f6af24c2be34ebac48257ede61ec0a21b9535e4443277be30646' +
    '0808f1200798bf8606e00024e5d5d54bf0c960f629dfb9dad69157455b6f2652c0e8de81' +
    '0808f0203f9ada6d60baa244006bb0aad51448ad2fafb9d4b6487a0999cff26b91f0f536' +
    '0808f120c703019e959a8dd3faef7489bb328ba485574758e7091f01464eb65872c975c8' +
    '0808f020cbfefff513ff84b915e3fed6f9d799676630f8364ea2a6c7557fad94a5b5d788' +
    '0808f1200be23709859913babd4460bbddf8ed213e7c8773a4b1face30f8acfdf093b705' +
    '0808000588960d73d7190103f7ef15',
)
const header358391 = fromHex(
  '02000000b96394585a281b7e5f438fd1c9ed492645a1fd61cb3802040000000000000000' +
    '007ee445d23ad061af4a36b809501fab1ac4f2d7e7a739817dd0cbb7ec661b8a1e376755f58616186272def6',
)
const genesis = fromHex(
  `01000000${'00'.repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c`,
)
const merkleRootOf = (header: Uint8Array) => header.slice(36, 68)

test('a published proof of the main network leads from its text to the header of its block', () => {
  const file = readOtsFile(helloWorldOts)
  expect(toHex(file.digest)).toBe(toHex(sha256(utf8('Hello World!\n'))))
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

test('the first block of Bitcoin is read as everybody knows it', () => {
  expect(checkBitcoinHeader(genesis, merkleRootOf(genesis), sha256)).toEqual({
    matches: true,
    blockHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    previousBlockHash: '00'.repeat(32),
    timeSeconds: Date.parse('2009-01-03T18:15:05Z') / 1000,
  })
})

test('what a block cost is told from its header, and counts only where blocks of its time cost about as much', () => {
  expect(headerDifficulty(genesis)).toBe(1)
  expect(headerDifficulty(header358391)).toBeCloseTo(48_807_487_244.68, 1)
  expect(expectedHashes(genesis)).toBe(2 ** 32)
  const secondsOf = (date: string) => Date.parse(date) / 1000
  expect(isUsualWork(header358391, secondsOf('2015-05-28'))).toBe(true)
  // As easy as in 2015, and said to be of 2024: minutes of work for today's machines.
  expect(isUsualWork(header358391, secondsOf('2024-05-28'))).toBe(false)
  expect(isUsualWork(genesis, secondsOf('2015-05-28'))).toBe(false)
  expect(isUsualWork(header358391, secondsOf('2014-12-31'))).toBe(false)
  expect(headerDifficulty(genesis.with(74, 0xff))).toBe(0)
})

test('a Merkle root in the order of explorers does not match: the bytes count', () => {
  const reversed = merkleRootOf(header358391).toReversed()
  expect(checkBitcoinHeader(header358391, reversed, sha256)).toEqual({
    matches: false,
    problem: 'another_merkle_root',
  })
})

test('every single changed bit of a header is refused', () => {
  const commitment = merkleRootOf(header358391)
  for (let bit = 0; bit < 640; bit += 1) {
    const changed = header358391.with(bit >> 3, (header358391[bit >> 3] ?? 0) ^ (1 << (bit & 7)))
    expect(checkBitcoinHeader(changed, commitment, sha256).matches).toBe(false)
  }
})

test('what has no 80 bytes is no header', () => {
  for (const length of [0, 79, 81])
    expect(checkBitcoinHeader(new Uint8Array(length), new Uint8Array(32), sha256)).toEqual({
      matches: false,
      problem: 'not_a_header',
    })
})

test('a header of a regtest chain counts only where regtest is asked for', () => {
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

test('a negative target cannot be met', () => {
  for (let nonce = 0; nonce < 10; nonce += 1) {
    const header = regtestHeader(nonce).with(74, 0xff)
    const check = checkBitcoinHeader(header, merkleRootOf(header), sha256, 1n << 256n)
    expect(check).toEqual({ matches: false, problem: 'no_proof_of_work' })
  }
})

function regtestHeader(nonce: number): Uint8Array {
  return genesis.with(76, nonce).with(72, 0xff).with(73, 0xff).with(74, 0x7f).with(75, 0x20)
}
